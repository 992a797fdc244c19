// Sums of ranges by sums of prefixes.
// planted: false(no-overflow)
// slow: safe
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern short __VERIFIER_nondet_short(void);
extern unsigned __VERIFIER_nondet_uint(void);

#define N 6

int main(void)
{
    int a[N], sums[N + 1];
    sums[0] = 0;
    for (int i = 0; i < N; i++) {
#ifdef PLANTED
        a[i] = __VERIFIER_nondet_int();
#else
        a[i] = __VERIFIER_nondet_short();
#endif
        sums[i + 1] = sums[i] + a[i];
    }
    unsigned from = __VERIFIER_nondet_uint(), to = __VERIFIER_nondet_uint();
    if (from > to || to > N)
        return 0;
    int sum = 0;
    for (unsigned i = from; i < to; i++)
        sum += a[i];
    assert(sum == sums[to] - sums[from]);
    return 0;
}
