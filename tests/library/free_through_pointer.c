// verdict: unsafe
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>

int main(void) {
    void (*give)(void *) = free;
    char *p = malloc(1);
    give(p);
    give(p);
    return 0;
}
