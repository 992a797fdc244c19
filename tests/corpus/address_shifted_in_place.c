// verdict: unknown
// covers: an address that is shifted in place
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
int main(void) {
    char *p = malloc(4);
    uintptr_t a;
    if (!p)return 0;
    a = (uintptr_t)p;
    a >>= 6;
    assert(a % 2 == 0);
    free(p);
    return 0;
}
