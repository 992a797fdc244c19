// verdict: unsafe
// must-decide: bmc
// options: --check memory
// covers: longjmp to a function that has returned
// inputs: 0
#include <setjmp.h>
static jmp_buf env;
static int remember(void) { return setjmp(env); }
int main(void) {
    if (remember() == 0) longjmp(env, 1);
    return 0;
}
