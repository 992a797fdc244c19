// verdict: unknown
// covers: an address in a narrower variable: any number
#include <assert.h>
#include <stdint.h>
int main(void) {
    int x;
    unsigned n = (uintptr_t)&x;
    if (n % 64 == 0) assert(0);
    return 0;
}
