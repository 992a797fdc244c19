// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>

int main(void) {
    int *p = calloc(2, sizeof *p);
    if (!p) return 0;
    assert(p[1] == 0);
    free(p);
    return 0;
}
