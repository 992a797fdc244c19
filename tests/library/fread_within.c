// verdict: safe
// stdin: abc
// decides: no
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>

int main(void) {
    int a[2];
    unsigned long n = fread(a, sizeof a[0], 2, stdin);
    assert(n <= 2);
    return 0;
}
