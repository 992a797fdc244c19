// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>

int main(void) {
    const char *s = "abca";
    assert(strchr(s, 'a') == s);
    assert(strchr(s, 0) == s + 4);
    assert(!strchr(s, 'x'));
    return 0;
}
