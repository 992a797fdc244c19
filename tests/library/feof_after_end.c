// verdict: safe
// decides: no
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>

int main(void) {
    int c = getchar();
    if (c == EOF) assert(feof(stdin) || ferror(stdin));
    return 0;
}
