// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>

int main(void) {
    errno = 3;
    int *p = &errno;
    *p += 1;
    assert(errno == 4);
    return 0;
}
