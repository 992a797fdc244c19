// verdict: unsafe
// gcc: no
#include <search.h>
#include <stdlib.h>

static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

int main(void) {
    int *a = calloc(3, sizeof(int)), key = 7;
    size_t n = 3;
    return lsearch(&key, a, &n, sizeof a[0], compare) == 0;
}
