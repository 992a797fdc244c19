// verdict: unsafe
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>

int main(void) {
    char b[4];
    snprintf(b, 8, "%s", "abcdef");
    return 0;
}
