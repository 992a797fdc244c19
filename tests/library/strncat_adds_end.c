// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>

int main(void) {
    char b[4] = "a";
    strncat(b, "bcd", 2);
    assert(b[2] == 'c' && b[3] == 0);
    return 0;
}
