// A product by shifts and sums.
// planted: false(unreach-call)
// slow: safe
// open: safe: products of 24 bits in two ways
#include <assert.h>
#include <stdint.h>

extern unsigned short __VERIFIER_nondet_ushort(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

static uint32_t multiply(uint32_t a, uint32_t b)
{
    uint32_t product = 0;
    while (b) {
#ifdef PLANTED
        if (b & 1)
            product |= a;
#else
        if (b & 1)
            product += a;
#endif
        a <<= 1;
        b >>= 1;
    }
    return product;
}

int main(void)
{
    uint32_t a = __VERIFIER_nondet_ushort(), b = __VERIFIER_nondet_uchar();
    assert(multiply(a, b) == a * b);
    return 0;
}
