// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>

struct pair { int key, value; char name; };
static int by_key(const void *a, const void *b) { return ((const struct pair *)a)->key - ((const struct pair *)b)->key; }

int main(void) {
    struct pair a[2] = {{2, 1, 'x'}, {1, 2, 'y'}};
    qsort(a, 2, sizeof a[0], by_key);
    assert(a[0].key == 1 && a[0].name == 'y' && a[1].key == 2);
    return 0;
}
