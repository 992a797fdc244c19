// Bytes of a word in the other order, by shifts and through memory.
// planted: false(unreach-call)
#include <assert.h>
#include <stdint.h>
#include <string.h>

extern unsigned long __VERIFIER_nondet_ulong(void);

static uint64_t by_shifts(uint64_t x)
{
    x = x << 32 | x >> 32;
    x = (x & 0x0000ffff0000ffff) << 16 | (x >> 16 & 0x0000ffff0000ffff);
#ifdef PLANTED
    return (x & 0x00ff00ff00ff00ff) << 8 | (x >> 8 & 0x00ff00ff00ff0fff);
#else
    return (x & 0x00ff00ff00ff00ff) << 8 | (x >> 8 & 0x00ff00ff00ff00ff);
#endif
}

static uint64_t by_bytes(uint64_t x)
{
    unsigned char bytes[8], swapped[8];
    memcpy(bytes, &x, 8);
    for (int i = 0; i < 8; i++)
        swapped[7 - i] = bytes[i];
    memcpy(&x, swapped, 8);
    return x;
}

int main(void)
{
    uint64_t x = __VERIFIER_nondet_ulong();
    assert(by_shifts(x) == by_bytes(x));
    assert(by_shifts(x) == __builtin_bswap64(x));
    return 0;
}
