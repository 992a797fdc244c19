// verdict: unsafe
// stdin: k
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>

int main(void) {
    assert(getchar() != 'k');
    return 0;
}
