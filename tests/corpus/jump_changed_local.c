// verdict: unsafe
// must-decide: bmc
// inputs: 7
// covers: a local that was changed between setjmp and longjmp has any value
#include <setjmp.h>
void assert(int);
static jmp_buf env;
int main(void) {
    int changed = 1, kept = 1;
    if (setjmp(env) == 0) {
        changed = 2;
        longjmp(env, 5);
    }
    assert(kept == 1);
    assert(changed == 2);
    return 0;
}
