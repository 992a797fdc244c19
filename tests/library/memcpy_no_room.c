// verdict: unsafe
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>

int main(void) {
    int a[2] = {1, 2}, b[1];
    memcpy(b, a, sizeof a);
    return 0;
}
