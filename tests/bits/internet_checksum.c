// The Internet checksum: with the checksum in its place the sum is all ones.
// planted: false(unreach-call)
// slow: safe
#include <assert.h>
#include <stdint.h>

extern unsigned short __VERIFIER_nondet_ushort(void);

static uint16_t sum(const uint16_t *words, int n)
{
    uint32_t s = 0;
    for (int i = 0; i < n; i++)
        s += words[i];
#ifdef PLANTED
    s = (s & 0xffff) + (s >> 16);
#else
    while (s >> 16)
        s = (s & 0xffff) + (s >> 16);
#endif
    return s;
}

int main(void)
{
    uint16_t header[10];
    for (int i = 0; i < 10; i++)
        header[i] = __VERIFIER_nondet_ushort();
    header[5] = 0;
    header[5] = ~sum(header, 10);
    assert(sum(header, 10) == 0xffff);
    return 0;
}
