// verdict: safe
// decides: no
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>

int main(void) {
    int a = open("/dev/null", O_RDONLY), b = open("/dev/null", O_RDONLY);
    assert(a < 0 || b < 0 || a != b);
    return 0;
}
