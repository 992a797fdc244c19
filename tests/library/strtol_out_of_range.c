// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>

int main(void) {
    errno = 0;
    assert(strtol("99999999999999999999", 0, 10) == LONG_MAX);
    assert(errno == ERANGE);
    assert(strtol("-99999999999999999999", 0, 10) == LONG_MIN);
    return 0;
}
