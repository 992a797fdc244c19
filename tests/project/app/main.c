#include <stdio.h>
#include "ring.h"

int main(void)
{
    ring r = {0};
    ring_put(&r, 1);
    printf("%s: %d\n", NAME, ring_sum(&r));
    return 0;
}
