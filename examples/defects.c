/* A small ring buffer with defects that hide each other: `landfall check --every-check examples/defects.c` finds them all. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#define SIZE 8

static int ring[SIZE];
static int first, count;

static int put(int value)
{
    if (count > SIZE) /* should be >= */
        return 0;
    ring[first + count] = value; /* should wrap around */
    count++;
    return 1;
}

static int get(void)
{
    int value = ring[first];
    first = (first + 1) % SIZE;
    count--;
    return value;
}

static int average(int sum)
{
    if (count < 0)
        return sum / -1;
    return sum / count; /* may be empty */
}

int main(void)
{
    put(__VERIFIER_nondet_int());
    int value = get();
    assert(count == 0);
    if (__VERIFIER_nondet_int())
        put(value);
    assert(count <= 1);
    int sum = value + 1;
    return average(sum);
}
