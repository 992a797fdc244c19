// verdict: unknown
// data-model: LP64
// covers: a number that was read is compared with an address after a computation, and used as one
#include <assert.h>

extern unsigned long __VERIFIER_nondet_ulong(void);

int x;

static void set(unsigned long address) { *(int *)address = 1; }

int main(void) {
    unsigned long in = __VERIFIER_nondet_ulong(), address = (unsigned long)&x;
    if (in - address == 0) set(in);
    assert(x == 0);
    return 0;
}
