// verdict: unsafe
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>

int main(void) {
    char *p = malloc(2);
    if (!p) return 0;
    char *q = realloc(p, 4);
    p[0] = 1;
    free(q);
    return 0;
}
