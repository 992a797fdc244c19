// verdict: safe
// decides: no
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>

int main(void) {
    char b[8];
    assert(snprintf(b, sizeof b, "%05d", 42) == 5);
    assert(b[0] == '0' && b[4] == '2');
    return 0;
}
