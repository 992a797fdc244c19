// verdict: unsafe
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>

static int descending(const void *a, const void *b) { return *(const int *)b - *(const int *)a; }

int main(void) {
    int a[2] = {1, 2};
    qsort(a, 2, sizeof a[0], descending);
    assert(a[0] == 1);
    return 0;
}
