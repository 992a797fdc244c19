// verdict: unsafe
// gcc: no
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>

int main(void) {
    int r = rand();
    return 100 / (r % 2);
}
