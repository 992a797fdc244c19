// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>

int main(void) {
    char b[4] = "abc";
    memmove(b + 1, b, 2);
    assert(b[0] == 'a' && b[1] == 'a' && b[2] == 'b');
    return 0;
}
