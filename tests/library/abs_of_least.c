// verdict: unsafe
// options: --volatile memory
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>

int main(void) {
    volatile int least = -2147483647 - 1;
    int x = least;
    return abs(x) < 0;
}
