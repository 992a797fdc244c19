// Leap years by remainders and by bits, and how many there are.
// planted: false(unreach-call)
// slow: safe
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

static int is_leap(unsigned y)
{
    return y % 4 == 0 && (y % 100 != 0 || y % 400 == 0);
}

static int by_bits(unsigned y)
{
#ifdef PLANTED
    return (y & (y % 25 ? 3 : 7)) == 0;
#else
    return (y & (y % 25 ? 3 : 15)) == 0;
#endif
}

static unsigned before(unsigned y)
{
    return (y - 1) / 4 - (y - 1) / 100 + (y - 1) / 400;
}

int main(void)
{
    unsigned y = __VERIFIER_nondet_uint();
    if (y < 1 || y > 100000)
        return 0;
    assert(is_leap(y) == by_bits(y));
    assert(before(y + 1) - before(y) == (unsigned)is_leap(y));
    return 0;
}
