// A Feistel network with any number of rounds up to eight runs backwards.
// planted: false(unreach-call)
// slow: safe
// open: safe: a number of rounds that is not known
#include <assert.h>
#include <stdint.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned short __VERIFIER_nondet_ushort(void);

static uint16_t f(uint16_t half, uint16_t key)
{
    uint16_t x = half + key;
    x ^= (uint16_t)(x << 3 | x >> 13);
    return x * 5 + 1;
}

int main(void)
{
    uint16_t keys[8];
    for (int i = 0; i < 8; i++)
        keys[i] = __VERIFIER_nondet_ushort();
    uint16_t l = __VERIFIER_nondet_ushort(), r = __VERIFIER_nondet_ushort();
    uint16_t l0 = l, r0 = r;
    unsigned rounds = __VERIFIER_nondet_uint() % 9;

    for (unsigned i = 0; i < rounds; i++) {
        uint16_t t = l ^ f(r, keys[i]);
        l = r;
        r = t;
    }
#ifdef PLANTED
    for (unsigned i = 0; i < rounds; i++) {
#else
    for (unsigned i = rounds; i-- > 0;) {
#endif
        uint16_t t = r ^ f(l, keys[i]);
        r = l;
        l = t;
    }
    assert(l == l0 && r == r0);
    return 0;
}
