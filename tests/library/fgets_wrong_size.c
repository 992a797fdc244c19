// verdict: unsafe
// stdin: abcdefgh
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>

int main(void) {
    char b[4];
    fgets(b, 9, stdin);
    return 0;
}
