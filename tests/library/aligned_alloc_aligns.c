// verdict: safe
// decides: no
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>

int main(void) {
    char *p = aligned_alloc(64, 64);
    if (!p) return 0;
    assert((unsigned long)p % 64 == 0);
    p[63] = 1;
    free(p);
    return 0;
}
