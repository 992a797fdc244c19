// Sign, absolute value, minimum and maximum without branches.
// planted: false(no-overflow)
#include <assert.h>
#include <limits.h>

extern int __VERIFIER_nondet_int(void);

static int sign(int x) { return (x > 0) - (x < 0); }

static unsigned absolute(int x)
{
    int mask = x >> 31;
#ifdef PLANTED
    return (x ^ mask) - mask;
#else
    return ((unsigned)x ^ mask) - mask;
#endif
}

static int minimum(int a, int b) { return b ^ ((a ^ b) & -(a < b)); }
static int maximum(int a, int b) { return a ^ ((a ^ b) & -(a < b)); }

int main(void)
{
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    assert(absolute(a) == (a < 0 ? 0u - (unsigned)a : (unsigned)a));
    assert(a == INT_MIN || sign(a) * (int)absolute(a) == a);
    assert(minimum(a, b) <= maximum(a, b));
    assert(minimum(a, b) == a || minimum(a, b) == b);
    assert((minimum(a, b) ^ maximum(a, b)) == (a ^ b));
    return 0;
}
