// Thirty checks of assertions, arithmetic and memory: six fail, each in a way of its own, nobody comes to two, and two depend on
// assembly.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

static int table[8];

/* Its callers keep to the table, but one. */
static int look(int at)
{
    return table[at];
}

static int mean(int a, int b)
{
    return (a + b) / 2;
}

static int share(int total, int parts)
{
    return total / parts;
}

static unsigned flag(unsigned bit)
{
    return 1u << bit;
}

static void fill(int n)
{
    for (int i = 0; i < n; i++)
        table[i] = i;
    assert(table[0] == 0);
}

static int first(int want)
{
    int *p = malloc(sizeof *p);
    *p = want;
    int found = *p;
    free(p);
    if (want == 11)
        free(p);
    return found;
}

struct pair {
    int left, right;
};

static int total(const struct pair *pairs, int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += pairs[i].left - pairs[i].right;
    assert(sum <= 300 && sum >= -300);
    return sum;
}

static int rest(int x)
{
    if (x > 100)
        x = 100;
    assert(x <= 100);
    x = 100 - x;
    assert(x >= 0);
    return x;
}

static int tuned(int x)
{
    __asm__("nop" : "+r"(x));
    assert(x != 5);
    assert(x < 1000);
    return 0;
}

int main(void)
{
    fill(8);
    unsigned char c = __VERIFIER_nondet_uchar();
    int x = c;
    assert(x >= 0 && x < 256);
    assert(x != 77);
    if (x < 8)
        assert(look(x) == x);
    if (x == 200)
        return look(x - 192);
    if (x > 300) {
        assert(x < 400);
        return 1000u % (unsigned)x;
    }
    if (x == 100)
        x = mean(__VERIFIER_nondet_int(), x);
    else
        x = share(x, c - 90);
    struct pair pairs[2] = {{3, c}, {c, 40}};
    assert(total(pairs, 2) == -37);
    if (c == 44)
        return tuned(rest(c));
    if (c == 33)
        return (int)flag(c);
    return first(c);
}
