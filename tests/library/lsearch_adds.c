// verdict: safe
#include <assert.h>
#include <search.h>

static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

int main(void) {
    int a[4] = {3, 1, 2}, key = 7;
    size_t n = 3;
    int *at = lsearch(&key, a, &n, sizeof a[0], compare);
    assert(at == a + 3 && n == 4 && a[3] == 7);
    assert(lfind(&key, a, &n, sizeof a[0], compare) == a + 3);
    return 0;
}
