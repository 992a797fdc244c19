// Arithmetic with a fixed point.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

typedef int fixed;

static fixed times(fixed a, fixed b)
{
    return a * b >> 8; // BUG overflow: 3,65536,65536
}

static fixed over(fixed a, fixed b)
{
    return (a << 8) / b; // BUG shift: 4,-1,256; overflow: 4,16777216,256; division: 4,256,0
}

static fixed root(fixed a)
{
    fixed x = a;
    for (int i = 0; i < 3 && x > 0; i++)
        x = (x + a / x) / 2;
    return x;
}

int main(void)
{
    int what = __VERIFIER_nondet_int();
    fixed a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    switch (what) {
    case 3:
        return times(a, b);
    case 4:
        return over(a, b);
    case 5:
        if (a < 0 || a > 4000)
            return 1;
        return root(a);
    default:
        assert(what < 6); // BUG assertion: 6
        return 0;
    }
}
