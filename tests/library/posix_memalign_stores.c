// verdict: safe
// decides: no
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>

int main(void) {
    void *p;
    if (posix_memalign(&p, 16, 8)) return 0;
    ((char *)p)[7] = 1;
    free(p);
    return 0;
}
