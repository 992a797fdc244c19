// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>

int main(void) {
    assert(abs(-3) == 3 && labs(4L) == 4 && llabs(-5LL) == 5);
    return 0;
}
