// Sums and differences that stay within the range of int.
// planted: false(no-overflow)
#include <assert.h>
#include <limits.h>

extern int __VERIFIER_nondet_int(void);

static int add(int a, int b)
{
    unsigned sum = (unsigned)a + (unsigned)b;
    unsigned limit = ((unsigned)a >> 31) + INT_MAX;
    if ((int)((limit ^ b) | ~(b ^ sum)) >= 0)
        return (int)limit;
    return (int)sum;
}

static int subtract(int a, int b)
{
    if (b > 0 && a < INT_MIN + b)
        return INT_MIN;
#ifdef PLANTED
    if (b < 0 && a > INT_MAX + b + 1)
#else
    if (b < 0 && a > INT_MAX + b)
#endif
        return INT_MAX;
    return a - b;
}

int main(void)
{
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    long sum = (long)a + b, difference = (long)a - b;
    assert(add(a, b) == (sum > INT_MAX ? INT_MAX : sum < INT_MIN ? INT_MIN : sum));
    assert(subtract(a, b) == (difference > INT_MAX ? INT_MAX : difference < INT_MIN ? INT_MIN : difference));
    return 0;
}
