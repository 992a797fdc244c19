// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>

int main(void) {
    char b[4];
    assert(snprintf(b, 4, "5%%") == 2);
    assert(b[1] == 37);
    return 0;
}
