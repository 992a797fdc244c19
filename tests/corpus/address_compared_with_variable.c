// verdict: unknown
// covers: an address in a variable, compared with another variable
#include <assert.h>
#include <stdint.h>
int main(void) {
    int x;
    unsigned long lim = 100000;
    uintptr_t a = (uintptr_t)&x;
    assert(a > lim);
    return 0;
}
