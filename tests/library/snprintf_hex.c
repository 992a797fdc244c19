// verdict: safe
// decides: no
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>

int main(void) {
    char b[8];
    assert(snprintf(b, sizeof b, "%#x", 255) == 4);
    assert(b[1] == 'x' && b[3] == 'f');
    return 0;
}
