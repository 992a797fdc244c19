// Rotation by any amount.
// planted: false(valid-shift)
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

static unsigned left(unsigned x, unsigned by)
{
    by &= 31;
#ifdef PLANTED
    return x << by | x >> (32 - by);
#else
    return x << by | x >> (-by & 31);
#endif
}

static unsigned step_by_step(unsigned x, unsigned by)
{
    for (by &= 31; by > 0; by--)
        x = x << 1 | x >> 31;
    return x;
}

int main(void)
{
    unsigned x = __VERIFIER_nondet_uint(), by = __VERIFIER_nondet_uint();
    assert(left(x, by) == step_by_step(x, by));
    assert(left(left(x, by), 32 - by % 32) == x);
    return 0;
}
