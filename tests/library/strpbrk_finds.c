// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>

int main(void) {
    const char *s = "xyz";
    assert(strpbrk(s, "zy") == s + 1);
    assert(!strpbrk(s, "a"));
    return 0;
}
