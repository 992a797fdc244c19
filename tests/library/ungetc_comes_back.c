// verdict: safe
// stdin: x
// decides: no
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>

int main(void) {
    int c = getchar();
    if (c == EOF || ungetc(c, stdin) == EOF) return 0;
    assert(getchar() == c);
    return 0;
}
