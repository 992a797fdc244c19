// The round of SipHash can be undone.
// planted: false(unreach-call)
#include <assert.h>
#include <stdint.h>

extern unsigned long __VERIFIER_nondet_ulong(void);

static uint64_t left(uint64_t x, int n) { return x << n | x >> (64 - n); }
static uint64_t right(uint64_t x, int n) { return x >> n | x << (64 - n); }

static void mix(uint64_t v[4])
{
    v[0] += v[1]; v[1] = left(v[1], 13) ^ v[0]; v[0] = left(v[0], 32);
    v[2] += v[3]; v[3] = left(v[3], 16) ^ v[2];
    v[0] += v[3]; v[3] = left(v[3], 21) ^ v[0];
    v[2] += v[1]; v[1] = left(v[1], 17) ^ v[2]; v[2] = left(v[2], 32);
}

static void unmix(uint64_t v[4])
{
#ifdef PLANTED
    v[2] = left(v[2], 32); v[1] = right(v[1] ^ v[2], 13); v[2] -= v[1];
#else
    v[2] = left(v[2], 32); v[1] = right(v[1] ^ v[2], 17); v[2] -= v[1];
#endif
    v[3] = right(v[3] ^ v[0], 21); v[0] -= v[3];
    v[3] = right(v[3] ^ v[2], 16); v[2] -= v[3];
    v[0] = left(v[0], 32); v[1] = right(v[1] ^ v[0], 13); v[0] -= v[1];
}

int main(void)
{
    uint64_t v[4], w[4];
    for (int i = 0; i < 4; i++)
        v[i] = w[i] = __VERIFIER_nondet_ulong();
    mix(v);
    mix(v);
    unmix(v);
    unmix(v);
    for (int i = 0; i < 4; i++)
        assert(v[i] == w[i]);
    return 0;
}
