// A ring buffer whose indices are kept in the buffer.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#define SIZE 8

struct ring {
    int items[SIZE];
    unsigned head, count;
};

static void put(struct ring *r, int item)
{
    r->items[(r->head + r->count) % SIZE] = item;
    r->count++;
    assert(r->count <= SIZE); // BUG assertion: 9,1,1,1,1,1,1,1,1,1
}

static int get(struct ring *r)
{
    int item = r->items[r->head];
    r->head++; /* wraps too late */
    if (r->head > SIZE)
        r->head = 0;
    r->count--;
    return item;
}

static int peek(const struct ring *r, unsigned at)
{
    return r->items[r->head + at];
}

int main(void)
{
    struct ring r = {{0}, 0, 0};
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 9)
        return 0;
    for (int i = 0; i < n; i++)
        put(&r, __VERIFIER_nondet_int());
    int sum = get(&r) / n;
    int at = __VERIFIER_nondet_int();
    if (at >= 0 && at <= 3)
        sum ^= peek(&r, at);
    int mean = 100 / (n - 5); // BUG division: 5
    return (sum & 1) + mean;
}
