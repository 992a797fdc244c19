#include "ring.h"

int main(void)
{
    ring r = {0};
    while (ring_put(&r, 2) == DONE)
        ;
    return ring_sum(&r) != RING_SIZE * (2 + STEP);
}
