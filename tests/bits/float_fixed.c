// A float becomes a number with eight bits behind the point, rounded down.
// planted: false(unreach-call)
// slow: safe
#include <assert.h>

extern float __VERIFIER_nondet_float(void);

static int to_fixed(float f)
{
    int n = (int)(f * 256.0f);
#ifdef PLANTED
    return n;
#else
    return (float)n > f * 256.0f ? n - 1 : n;
#endif
}

int main(void)
{
    float f = __VERIFIER_nondet_float();
    if (!(f > -1000.0f && f < 1000.0f))
        return 0;
    int n = to_fixed(f);
    float back = (float)n / 256.0f;
    assert(back <= f);
    assert(f - back < 1.0f / 128.0f);
    return 0;
}
