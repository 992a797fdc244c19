// verdict: safe
// must-decide: bmc, auto
// options: --check assert,overflow
// covers: addition that stops at the limits, without and with branches, with all checks of overflow
#include <limits.h>
void assert(int);
int __VERIFIER_nondet_int(void);
static int saturating(int a, int b) {
    if (a > 0 && b > INT_MAX - a)
        return INT_MAX;
    if (a < 0 && b < INT_MIN - a)
        return INT_MIN;
    return a + b;
}
int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    unsigned sum = (unsigned)a + (unsigned)b;
    unsigned limit = ((unsigned)a >> 31) + (unsigned)INT_MAX;
    int branchless = (int)((((unsigned)a ^ sum) & ((unsigned)b ^ sum)) >> 31 ? limit : sum);
    assert(saturating(a, b) == branchless);
    return 0;
}
