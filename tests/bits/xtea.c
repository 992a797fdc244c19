// XTEA: what is enciphered is deciphered.
// planted: false(unreach-call)
#include <assert.h>
#include <stdint.h>

extern unsigned __VERIFIER_nondet_uint(void);

#define ROUNDS 4
#define DELTA 0x9e3779b9u

static void encipher(uint32_t v[2], const uint32_t key[4])
{
    uint32_t a = v[0], b = v[1], sum = 0;
    for (int i = 0; i < ROUNDS; i++) {
        a += ((b << 4 ^ b >> 5) + b) ^ (sum + key[sum & 3]);
        sum += DELTA;
        b += ((a << 4 ^ a >> 5) + a) ^ (sum + key[sum >> 11 & 3]);
    }
    v[0] = a;
    v[1] = b;
}

static void decipher(uint32_t v[2], const uint32_t key[4])
{
    uint32_t a = v[0], b = v[1], sum = DELTA * ROUNDS;
    for (int i = 0; i < ROUNDS; i++) {
#ifdef PLANTED
        b -= ((a << 4 ^ a >> 5) + a) ^ (sum + key[sum >> 10 & 3]);
#else
        b -= ((a << 4 ^ a >> 5) + a) ^ (sum + key[sum >> 11 & 3]);
#endif
        sum -= DELTA;
        a -= ((b << 4 ^ b >> 5) + b) ^ (sum + key[sum & 3]);
    }
    v[0] = a;
    v[1] = b;
}

int main(void)
{
    uint32_t key[4], v[2], w[2];
    for (int i = 0; i < 4; i++)
        key[i] = __VERIFIER_nondet_uint();
    v[0] = w[0] = __VERIFIER_nondet_uint();
    v[1] = w[1] = __VERIFIER_nondet_uint();
    encipher(v, key);
    decipher(v, key);
    assert(v[0] == w[0] && v[1] == w[1]);
    return 0;
}
