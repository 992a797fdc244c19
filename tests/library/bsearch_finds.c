// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>

static int by_value(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

int main(void) {
    int a[3] = {1, 3, 5}, key = 3, none = 4;
    assert(bsearch(&key, a, 3, sizeof a[0], by_value) == a + 1);
    assert(!bsearch(&none, a, 3, sizeof a[0], by_value));
    return 0;
}
