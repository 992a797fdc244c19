// verdict: unsafe
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>

int main(void) {
    int a = 0, b = 0;
    assert(sscanf("1 2", "%d,%d", &a, &b) == 2);
    return 0;
}
