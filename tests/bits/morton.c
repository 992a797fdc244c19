// Morton order: the bits of two coordinates are interleaved and taken apart.
// planted: false(unreach-call)
#include <assert.h>
#include <stdint.h>

extern unsigned short __VERIFIER_nondet_ushort(void);

static uint32_t spread(uint32_t x)
{
    x = (x | x << 8) & 0x00ff00ff;
    x = (x | x << 4) & 0x0f0f0f0f;
    x = (x | x << 2) & 0x33333333;
    return (x | x << 1) & 0x55555555;
}

static uint16_t gather(uint32_t x)
{
    uint16_t r = 0;
#ifdef PLANTED
    for (int i = 0; i < 15; i++)
#else
    for (int i = 0; i < 16; i++)
#endif
        r |= (x >> 2 * i & 1) << i;
    return r;
}

int main(void)
{
    uint16_t x = __VERIFIER_nondet_ushort(), y = __VERIFIER_nondet_ushort();
    uint32_t both = spread(x) | spread(y) << 1;
    assert(gather(both) == x);
    assert(gather(both >> 1) == y);
    return 0;
}
