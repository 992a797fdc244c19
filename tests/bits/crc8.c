// CRC-8 by a table of sixteen entries, against bit by bit.
// planted: false(unreach-call)
// slow: safe
#include <assert.h>
#include <stdint.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

#define POLYNOMIAL 0x07

static uint8_t bitwise(uint8_t crc, uint8_t byte)
{
    crc ^= byte;
    for (int i = 0; i < 8; i++)
        crc = crc & 0x80 ? crc << 1 ^ POLYNOMIAL : crc << 1;
    return crc;
}

static uint8_t table[16];

static uint8_t by_table(uint8_t crc, uint8_t byte)
{
    crc ^= byte;
#ifdef PLANTED
    crc = (uint8_t)(crc << 4) ^ table[crc & 15];
#else
    crc = (uint8_t)(crc << 4) ^ table[crc >> 4];
#endif
    crc = (uint8_t)(crc << 4) ^ table[crc >> 4];
    return crc;
}

int main(void)
{
    for (int i = 0; i < 16; i++) {
        uint8_t crc = i << 4;
        for (int k = 0; k < 4; k++)
            crc = crc & 0x80 ? crc << 1 ^ POLYNOMIAL : crc << 1;
        table[i] = crc;
    }
    uint8_t a = 0, b = 0;
    for (int i = 0; i < 4; i++) {
        uint8_t byte = __VERIFIER_nondet_uchar();
        a = bitwise(a, byte);
        b = by_table(b, byte);
    }
    assert(a == b);
    return 0;
}
