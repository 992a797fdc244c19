// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>

int main(void) {
    int x, y;
    int n = sscanf("1 2", "%d %d", &x, &y);
    assert(n <= 2);
    return 0;
}
