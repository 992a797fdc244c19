// Adler-32 of any number of bytes: its halves stay below the prime.
// planted: false(unreach-call)
// slow: safe
#include <assert.h>
#include <stdint.h>

extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);

#define PRIME 65521u

int main(void)
{
    uint32_t a = 1, b = 0;
    while (__VERIFIER_nondet_bool()) {
        a += __VERIFIER_nondet_uchar();
        if (a >= PRIME)
            a -= PRIME;
        b += a;
#ifdef PLANTED
        if (a >= PRIME)
#else
        if (b >= PRIME)
#endif
            b -= PRIME;
        assert(a < PRIME && b < PRIME);
    }
    uint32_t adler = b << 16 | a;
    assert(adler >> 16 == b && (adler & 0xffff) == a);
    return 0;
}
