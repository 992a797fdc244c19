// The step of a xorshift generator can be undone, and never gives zero.
// planted: false(unreach-call)
#include <assert.h>
#include <stdint.h>

extern unsigned __VERIFIER_nondet_uint(void);

static uint32_t step(uint32_t x)
{
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    return x;
}

static uint32_t undo_left(uint32_t x, int by)
{
    uint32_t y = x;
    for (int i = by; i < 32; i += by)
        y = x ^ y << by;
    return y;
}

static uint32_t undo(uint32_t x)
{
#ifdef PLANTED
    x ^= x << 5;
#else
    x = undo_left(x, 5);
#endif
    x ^= x >> 17;
    return undo_left(x, 13);
}

int main(void)
{
    uint32_t x = __VERIFIER_nondet_uint();
    assert(undo(step(x)) == x);
    if (x != 0)
        assert(step(x) != 0);
    return 0;
}
