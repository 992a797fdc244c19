// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>

int main(void) {
    char b[4];
    assert((char *)mempcpy(b, "abc", 4) == b + 4);
    return 0;
}
