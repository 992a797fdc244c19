// Zeros in front of the highest bit, by halves and one by one.
// planted: false(unreach-call)
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

static int by_halves(unsigned x)
{
    if (x == 0)
        return 32;
    int n = 0;
    if (x <= 0x0000ffff) { n += 16; x <<= 16; }
    if (x <= 0x00ffffff) { n += 8; x <<= 8; }
#ifdef PLANTED
    if (x < 0x0fffffff) { n += 4; x <<= 4; }
#else
    if (x <= 0x0fffffff) { n += 4; x <<= 4; }
#endif
    if (x <= 0x3fffffff) { n += 2; x <<= 2; }
    if (x <= 0x7fffffff) { n += 1; }
    return n;
}

static int one_by_one(unsigned x)
{
    int n = 32;
    while (x) {
        x >>= 1;
        n--;
    }
    return n;
}

int main(void)
{
    unsigned x = __VERIFIER_nondet_uint();
    assert(by_halves(x) == one_by_one(x));
    assert(x == 0 || by_halves(x) == __builtin_clz(x));
    return 0;
}
