// The neighbour of a double, one unit in the last place above.
// planted: false(unreach-call)
// slow: safe
#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

extern double __VERIFIER_nondet_double(void);

static double above(double x)
{
    uint64_t bits;
    if (x == 0.0)
        x = 0.0;
    memcpy(&bits, &x, sizeof bits);
#ifdef PLANTED
    bits++;
#else
    if (x >= 0.0)
        bits = (bits & ~(1ull << 63)) + 1;
    else
        bits--;
#endif
    memcpy(&x, &bits, sizeof bits);
    return x;
}

int main(void)
{
    double x = __VERIFIER_nondet_double();
    if (!isfinite(x))
        return 0;
    double y = above(x);
    assert(y > x);
    assert(isinf(y) || (x + y) / 2 <= y || isinf(x + y));
    return 0;
}
