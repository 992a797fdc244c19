// verdict: unknown
// covers: inline assembly may jump to any of its labels, and what depends on that is a candidate
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    __asm__ goto("jmp %l0" : : : : away);
    assert(x != 3);
away:
    return 0;
}
