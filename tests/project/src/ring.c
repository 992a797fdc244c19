#include "ring.h"

static unsigned place(const ring *r, unsigned number) { return (r->first + number) % RING_SIZE; }

outcome ring_put(ring *r, int value)
{
    if (r->count == RING_SIZE)
        return FULL;
    r->cells[place(r, r->count)] = checksum(value);
    r->count++;
    return DONE;
}

int ring_sum(const ring *r)
{
    int sum = 0;
    for (unsigned i = 0; i < r->count; i++)
        sum += r->cells[place(r, i)];
    return sum;
}
