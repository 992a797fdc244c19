// verdict: safe
// stdin: abcdefgh
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>

int main(void) {
    char b[4];
    if (scanf("%3s", b) == 1) assert(b[0] != 0);
    return 0;
}
