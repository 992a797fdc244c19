// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>

int main(void) {
    void *p;
    assert(posix_memalign(&p, 3, 8) != 0);
    return 0;
}
