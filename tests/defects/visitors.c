// Callbacks over a table, chosen by number.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

typedef int (*visitor)(int total, int item);

static int sum(int total, int item)
{
    return total + item; // BUG overflow: 0,2147483647,1,0,2
}

static int product(int total, int item)
{
    return total * (item | 1); // BUG overflow: 1,2147483647,2,3,2
}

static int ratio(int total, int item)
{
    return total / item; // BUG division: 2,1,0,0,1
}

static const visitor visitors[4] = {sum, product, ratio};

static int fold(visitor f, const int *items, int n)
{
    int total = items[0];
    for (int i = 1; i <= n; i++)
        total = f(total, items[i]); // BUG access: 0,0,0,0,4
    return total;
}

int main(void)
{
    int which = __VERIFIER_nondet_int();
    int items[4];
    for (int i = 0; i < 3; i++)
        items[i] = __VERIFIER_nondet_int();
    items[3] = items[0];
    int n = __VERIFIER_nondet_int();
    if (which < 0 || which > 3 || n < 0 || n > 4)
        return 1;
    if (which == 3)
        return visitors[which](1, 2); // BUG access: 3,0,0,0,1
    if (which == 2 && items[0] == -2147483647 - 1)
        return 2;
    return fold(visitors[which], items, n);
}
