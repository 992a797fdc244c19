// The bits of a word in the other order, by a loop and by swapping halves.
// planted: false(unreach-call)
#include <assert.h>
#include <stdint.h>

extern unsigned __VERIFIER_nondet_uint(void);

static uint32_t by_loop(uint32_t x)
{
    uint32_t r = 0;
    for (int i = 0; i < 32; i++) {
        r = r << 1 | (x & 1);
        x >>= 1;
    }
    return r;
}

static uint32_t by_halves(uint32_t x)
{
    x = (x & 0x55555555) << 1 | (x >> 1 & 0x55555555);
    x = (x & 0x33333333) << 2 | (x >> 2 & 0x33333333);
#ifdef PLANTED
    x = (x & 0x0f0f0f0f) << 4 | (x >> 4 & 0x0f0f0f07);
#else
    x = (x & 0x0f0f0f0f) << 4 | (x >> 4 & 0x0f0f0f0f);
#endif
    x = (x & 0x00ff00ff) << 8 | (x >> 8 & 0x00ff00ff);
    return x << 16 | x >> 16;
}

int main(void)
{
    uint32_t x = __VERIFIER_nondet_uint();
    assert(by_loop(x) == by_halves(x));
    assert(by_halves(by_halves(x)) == x);
    return 0;
}
