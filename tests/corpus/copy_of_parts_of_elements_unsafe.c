// verdict: unsafe
// data-model: LP64
// inputs: 9
// covers: a computed number of bytes that is no whole number of elements
// must-decide: auto
#include <assert.h>
#include <string.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 11) return 0;
    int a[4] = {1, 2, 3, 4}, b[4] = {0x11111111, 0x22222222, 0x33333333, 0x44444444};
    memcpy(b, a, n);
    assert(b[2] != 0x33333303);
    return 0;
}
