// verdict: unsafe
// stdin: abcdefghijkl
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>

int main(void) {
    int a[2];
    fread(a, sizeof a[0], 3, stdin);
    return 0;
}
