// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>

int main(void) {
    fprintf(stderr, "%d\n", 3);
    fputs("x", stderr);
    fflush(stderr);
    return 0;
}
