// verdict: unknown
// covers: an address that is passed as a number, and divided
#include <assert.h>
#include <stdint.h>
static int f(uintptr_t a) {
    return a/100 % 2;
}
int main(void) {
    int x;
    assert(f((uintptr_t)&x) == 0);
    return 0;
}
