// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>

int main(void) {
    char *p = malloc(2);
    if (!p) return 0;
    p[1] = 7;
    char *q = realloc(p, 4);
    if (!q) return 0;
    assert(q[1] == 7);
    free(q);
    return 0;
}
