// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>

int main(void) {
    assert(strtoul("-1", 0, 10) == ~0UL);
    assert(strtoul("10", 0, 16) == 16);
    return 0;
}
