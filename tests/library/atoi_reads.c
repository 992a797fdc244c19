// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>

int main(void) {
    assert(atoi("42") == 42);
    assert(atoi(" -7x") == -7);
    assert(atoi("x") == 0);
    return 0;
}
