// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
#include <string.h>

static int by_text(const void *a, const void *b) { return strcmp(*(const char *const *)a, *(const char *const *)b); }

int main(void) {
    const char *a[2] = {"b", "a"};
    qsort(a, 2, sizeof a[0], by_text);
    assert(a[0][0] == 'a');
    return 0;
}
