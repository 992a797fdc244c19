// verdict: safe
// decides: no
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>

int main(void) {
    char b[8];
    assert(snprintf(b, sizeof b, "%*d", 3, 7) == 3);
    assert(b[0] == 32 && b[2] == '7');
    return 0;
}
