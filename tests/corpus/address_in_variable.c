// verdict: unknown
// covers: an address in a variable: it may be smaller or greater than a number
#include <assert.h>
#include <stdint.h>
int main(void) {
    int x;
    uintptr_t a = (uintptr_t)&x;
    assert(a > 4096);
    return 0;
}
