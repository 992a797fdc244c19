// Square roots of whole numbers, a bit at a time.
// planted: false(unreach-call)
// slow: safe
#include <assert.h>

extern unsigned short __VERIFIER_nondet_ushort(void);

static unsigned root(unsigned n)
{
    unsigned r = 0;
    for (unsigned bit = 1u << 14; bit; bit >>= 2) {
#ifdef PLANTED
        if (n > r + bit) {
#else
        if (n >= r + bit) {
#endif
            n -= r + bit;
            r = r / 2 + bit;
        } else {
            r /= 2;
        }
    }
    return r;
}

int main(void)
{
    unsigned n = __VERIFIER_nondet_ushort();
    unsigned r = root(n);
    assert(r * r <= n && n < (r + 1) * (r + 1));
    return 0;
}
