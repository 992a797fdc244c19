// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>

int main(void) {
    char b[2] = {1, 1};
    assert(strnlen(b, 2) == 2);
    assert(strnlen("abc", 9) == 3);
    return 0;
}
