// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>

int main(void) {
    assert(!reallocarray(0, ~0UL / 2, 4));
    return 0;
}
