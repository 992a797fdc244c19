// verdict: unsafe
// stdin: 77
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>

int main(void) {
    int x = 0;
    if (scanf("%d", &x) == 1) assert(x != 77);
    return 0;
}
