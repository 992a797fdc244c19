// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>

int main(void) {
    char b[3];
    assert(snprintf(b, sizeof b, "%s", "abcd") == 4);
    assert(b[1] == 'b' && b[2] == 0);
    return 0;
}
