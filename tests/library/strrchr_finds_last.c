// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>

int main(void) {
    const char *s = "abca";
    assert(strrchr(s, 'a') == s + 3);
    assert(!strrchr(s, 'x'));
    return 0;
}
