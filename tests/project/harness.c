#include <assert.h>
#include "ring.h"

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    ring r = {0};
    for (int i = 0; i < 5; i++)
        ring_put(&r, __VERIFIER_nondet_int());
    assert(ring_sum(&r) >= STEP * 4);
    assert(ring_sum(&r) < LIMIT);
    return 0;
}
