// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>

int main(void) {
    char b[4];
    assert(strcpy(b, "abc") == b);
    assert(b[0] == 'a' && b[3] == 0);
    return 0;
}
