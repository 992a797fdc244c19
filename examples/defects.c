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
        assert(!"more was taken out than put in");
    return sum / count; /* may be empty */
}

int main(void)
{
    int sum = 0;
    for (int i = 0; i < 10; i++) {
        int value = __VERIFIER_nondet_int();
        if (value > 0) {
            put(value);
            sum += value; /* may be too large */
        } else if (count > 0) {
            get();
        }
        assert(count >= 0);
    }
    return average(sum);
}
