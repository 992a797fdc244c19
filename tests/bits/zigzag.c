// Signed numbers as unsigned ones, small where they are near zero.
// planted: false(unreach-call)
#include <assert.h>
#include <stdint.h>

extern long __VERIFIER_nondet_long(void);

static uint64_t encode(int64_t n)
{
    return (uint64_t)n << 1 ^ (uint64_t)(n >> 63);
}

static int64_t decode(uint64_t u)
{
#ifdef PLANTED
    return (int64_t)(u >> 1 ^ (u & 1));
#else
    return (int64_t)(u >> 1 ^ -(u & 1));
#endif
}

int main(void)
{
    int64_t n = __VERIFIER_nondet_long();
    assert(decode(encode(n)) == n);
    if (n >= -64 && n < 64)
        assert(encode(n) < 128);
    return 0;
}
