// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>

int main(void) {
    char b[8];
    assert(snprintf(b, sizeof b, "%-3c|", 65) == 4);
    assert(b[0] == 65 && b[2] == 32 && b[3] == 124);
    return 0;
}
