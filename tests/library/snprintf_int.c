// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>

int main(void) {
    char b[8];
    assert(snprintf(b, sizeof b, "%d", -42) == 3);
    assert(b[0] == '-' && b[1] == '4' && b[2] == '2' && b[3] == 0);
    return 0;
}
