// LEB128: seven bits a byte, the highest says whether there are more.
// planted: false(valid-deref)
#include <assert.h>
#include <stdint.h>

extern unsigned long __VERIFIER_nondet_ulong(void);

#ifdef PLANTED
#define ROOM 9
#else
#define ROOM 10
#endif

static int encode(uint64_t n, uint8_t *out)
{
    int size = 0;
    do {
        uint8_t byte = n & 0x7f;
        n >>= 7;
        if (n)
            byte |= 0x80;
        out[size++] = byte;
    } while (n);
    return size;
}

static int decode(const uint8_t *in, uint64_t *n)
{
    int size = 0, shift = 0;
    *n = 0;
    do {
        *n |= (uint64_t)(in[size] & 0x7f) << shift;
        shift += 7;
    } while (in[size++] & 0x80);
    return size;
}

int main(void)
{
    uint8_t bytes[ROOM];
    uint64_t n = __VERIFIER_nondet_ulong(), back;
    int size = encode(n, bytes);
    assert(decode(bytes, &back) == size);
    assert(back == n);
    return 0;
}
