// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>

int main(void) {
    int a[2] = {1, 2}, b[2];
    assert(memcpy(b, a, sizeof a) == b);
    assert(b[0] == 1 && b[1] == 2);
    return 0;
}
