// CRC-32 of two bytes, by a table of nibbles against bit by bit.
// planted: false(unreach-call)
// slow: safe
#include <assert.h>
#include <stdint.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

static const uint32_t table[16] = {
    0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4, 0x4db26158, 0x5005713c,
#ifdef PLANTED
    0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c, 0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21d,
#else
    0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c, 0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c,
#endif
};

static uint32_t by_table(const uint8_t *data, int n)
{
    uint32_t crc = ~0u;
    for (int i = 0; i < n; i++) {
        crc ^= data[i];
        crc = crc >> 4 ^ table[crc & 15];
        crc = crc >> 4 ^ table[crc & 15];
    }
    return ~crc;
}

static uint32_t bitwise(const uint8_t *data, int n)
{
    uint32_t crc = ~0u;
    for (int i = 0; i < n; i++) {
        crc ^= data[i];
        for (int k = 0; k < 8; k++)
            crc = crc >> 1 ^ (-(crc & 1) & 0xedb88320);
    }
    return ~crc;
}

int main(void)
{
    uint8_t data[2] = {__VERIFIER_nondet_uchar(), __VERIFIER_nondet_uchar()};
    assert(by_table(data, 2) == bitwise(data, 2));
    return 0;
}
