// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>

int main(void) {
    const char *s = "abc";
    assert(memchr(s, 'c', 3) == s + 2);
    assert(!memchr(s, 'c', 2));
    return 0;
}
