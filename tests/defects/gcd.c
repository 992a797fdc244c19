// Fractions in lowest terms.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

struct fraction {
    int above, below;
};

static int gcd(int a, int b)
{
    int steps = 0;
    while (b != 0 && steps++ < 4) {
        int rest = a % b; // BUG overflow: -1,-2147483648
        a = b;
        b = rest;
    }
    return a < 0 ? -a : a; // BUG overflow: -2147483648,0
}

static struct fraction reduced(int above, int below)
{
    int g = gcd(above, below);
    struct fraction f = {above / g, below / g}; // BUG division: 0,0
    return f;
}

int main(void)
{
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    if (a == -2147483647 - 1 && b == -1)
        return 0;
    struct fraction f = reduced(a, b);
    if (a >= 0 && a < 20 && b >= 0 && b < 20) {
        assert(f.below != 0); // BUG assertion: 3,0
        int sum = f.above + f.below;
        assert(sum < 37); // BUG assertion: 18,19
        return sum;
    }
    return 1;
}
