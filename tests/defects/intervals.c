// Intervals of numbers: their lengths, middles and overlaps.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

struct interval {
    int low, high;
};

static int length(struct interval a)
{
    return a.high - a.low; // BUG overflow: -2147483648,1,1,2
}

static int middle(struct interval a)
{
    return (a.low + a.high) / 2; // BUG overflow: 2000000000,2000000001,1,2
}

static struct interval common(struct interval a, struct interval b)
{
    struct interval c = {a.low > b.low ? a.low : b.low, a.high < b.high ? a.high : b.high};
    return c;
}

int main(void)
{
    struct interval a, b;
    a.low = __VERIFIER_nondet_int();
    a.high = __VERIFIER_nondet_int();
    b.low = __VERIFIER_nondet_int();
    b.high = __VERIFIER_nondet_int();
    if (a.low > a.high || b.low > b.high)
        return 1;
    int n = length(a);
    int m = middle(a);
    assert(a.low <= m && m <= a.high);
    struct interval c = common(a, b);
    assert(c.low <= c.high); // BUG assertion: 1,2,4,5
    int part = 100 * (c.high - c.low) / n; // BUG overflow: 0,30000000,0,30000000; division: 1,1,1,1
    return part <= 100;
}
