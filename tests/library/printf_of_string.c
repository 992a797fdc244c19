// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>

int main(void) {
    char b[3] = "ab";
    printf("%s %d\n", b, 5);
    return 0;
}
