// verdict: safe
// stdin: abc
#define _GNU_SOURCE
#include <assert.h>
#include <unistd.h>

int main(void) {
    char b[4];
    long n = read(0, b, sizeof b);
    assert(n >= -1 && n <= 4);
    return 0;
}
