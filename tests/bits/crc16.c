// CRC-16: what the remainder is appended to has the remainder zero.
// planted: false(unreach-call)
#include <assert.h>
#include <stdint.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

static uint16_t crc16(const uint8_t *data, int n)
{
    uint16_t crc = 0xffff;
    for (int i = 0; i < n; i++) {
        crc ^= (uint16_t)data[i] << 8;
        for (int k = 0; k < 8; k++)
            crc = crc & 0x8000 ? crc << 1 ^ 0x1021 : crc << 1;
    }
    return crc;
}

int main(void)
{
    uint8_t message[6];
    for (int i = 0; i < 4; i++)
        message[i] = __VERIFIER_nondet_uchar();
    uint16_t crc = crc16(message, 4);
#ifdef PLANTED
    message[4] = crc & 0xff;
    message[5] = crc >> 8;
#else
    message[4] = crc >> 8;
    message[5] = crc & 0xff;
#endif
    assert(crc16(message, 6) == 0);
    return 0;
}
