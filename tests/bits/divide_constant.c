// Quotients by constants as products, as compilers make them.
// planted: false(unreach-call)
// slow: safe
#include <assert.h>
#include <stdint.h>

extern unsigned __VERIFIER_nondet_uint(void);

static uint32_t by_10(uint32_t n)
{
#ifdef PLANTED
    return (uint64_t)n * 0x1999999a >> 32;
#else
    return (uint64_t)n * 0xcccccccd >> 35;
#endif
}

static uint32_t by_3(uint32_t n)
{
    return (uint64_t)n * 0xaaaaaaab >> 33;
}

int main(void)
{
    uint32_t n = __VERIFIER_nondet_uint();
    uint32_t q = by_10(n);
    assert(n - 10 * q < 10);
    assert(n - 3 * by_3(n) < 3);
    return 0;
}
