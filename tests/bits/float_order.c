// The bits of a float as a number that is ordered as floats are.
// planted: false(unreach-call)
#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

extern float __VERIFIER_nondet_float(void);

static int32_t key(float f)
{
    int32_t bits;
    memcpy(&bits, &f, sizeof bits);
#ifdef PLANTED
    return bits;
#else
    return bits < 0 ? bits ^ 0x7fffffff : bits;
#endif
}

int main(void)
{
    float a = __VERIFIER_nondet_float(), b = __VERIFIER_nondet_float();
    if (isnan(a) || isnan(b))
        return 0;
    if (a < b)
        assert(key(a) < key(b));
    if (key(a) < key(b))
        assert(a <= b);
    return 0;
}
