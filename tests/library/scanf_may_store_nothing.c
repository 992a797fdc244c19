// verdict: unsafe
// stdin: z
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>

int main(void) {
    int x = 5;
    scanf("%d", &x);
    assert(x != 5);
    return 0;
}
