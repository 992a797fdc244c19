// verdict: safe
// stdin: z
// decides: no
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>

int main(void) {
    int x = 0;
    if (scanf("%d", &x) != 0) return 0;
    assert(scanf("%d", &x) != 1);
    return 0;
}
