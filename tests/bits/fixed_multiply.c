// Products of numbers with sixteen bits behind the point.
// planted: false(no-overflow)
// slow: safe
#include <assert.h>
#include <stdint.h>

extern int __VERIFIER_nondet_int(void);

#define ONE 65536

static int32_t multiply(int32_t a, int32_t b)
{
#ifdef PLANTED
    return a * b / ONE;
#else
    return (int32_t)((int64_t)a * b / ONE);
#endif
}

int main(void)
{
    int32_t a = __VERIFIER_nondet_int();
    int32_t b = __VERIFIER_nondet_int();
    if (a < -10 * ONE || a > 10 * ONE || b < 0 || b > ONE)
        return 0;
    int32_t product = multiply(a, b);
    assert(a >= 0 ? product >= 0 && product <= a : product <= 0 && product >= a);
    assert(multiply(a, ONE) == a);
    return 0;
}
