// Gray code: neighbours differ in one bit, and decoding gives the number.
// planted: false(unreach-call)
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

static unsigned encode(unsigned n)
{
    return n ^ n >> 1;
}

static unsigned decode(unsigned g)
{
#ifdef PLANTED
    for (unsigned shift = 1; shift < 16; shift *= 2)
#else
    for (unsigned shift = 1; shift < 32; shift *= 2)
#endif
        g ^= g >> shift;
    return g;
}

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    assert(decode(encode(n)) == n);
    unsigned change = encode(n) ^ encode(n + 1);
    assert(change != 0 && (change & (change - 1)) == 0);
    return 0;
}
