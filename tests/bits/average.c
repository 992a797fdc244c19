// The average of two numbers without overflow.
// planted: false(no-overflow)
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int average(int a, int b)
{
#ifdef PLANTED
    return a + (b - a) / 2;
#else
    return (a & b) + ((a ^ b) >> 1);
#endif
}

int main(void)
{
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    int m = average(a, b);
    assert(a <= b ? a <= m && m <= b : b <= m && m <= a);
    return 0;
}
