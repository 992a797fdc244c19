// verdict: safe
// stdin: ab\n
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    char b[4];
    if (fgets(b, sizeof b, stdin)) assert(strlen(b) < 4);
    return 0;
}
