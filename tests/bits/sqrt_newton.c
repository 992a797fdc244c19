// Square roots of whole numbers by Newton's method.
// planted: false(unreach-call)
// slow: safe
#include <assert.h>

extern unsigned short __VERIFIER_nondet_ushort(void);

static unsigned root(unsigned n)
{
    if (n == 0)
        return 0;
    unsigned x = n, y = (x + 1) / 2;
    while (y < x) {
        x = y;
#ifdef PLANTED
        y = (x + n / x + 1) / 2;
#else
        y = (x + n / x) / 2;
#endif
    }
    return x;
}

int main(void)
{
    unsigned n = __VERIFIER_nondet_ushort() & 1023;
    unsigned r = root(n);
    assert(r * r <= n);
    assert((r + 1) * (r + 1) > n);
    return 0;
}
