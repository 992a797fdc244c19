/* The middle of two numbers without the overflow of middle.c. */
#include <assert.h>

extern unsigned int __VERIFIER_nondet_uint(void);

static unsigned int middle(unsigned int low, unsigned int high)
{
    return low + (high - low) / 2;
}

int main(void)
{
    unsigned int low = __VERIFIER_nondet_uint();
    unsigned int high = __VERIFIER_nondet_uint();

    if (low <= high) {
        unsigned int m = middle(low, high);
        assert(low <= m && m <= high);
    }
    return 0;
}
