// verdict: unsafe
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>

static int by_value(const void *a, const void *b) { return *(const int *)a < *(const int *)b ? -1 : 1; }

int main(void) {
    int a[2] = {1, 2};
    qsort(a, 3, sizeof a[0], by_value);
    return 0;
}
