// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>

int main(void) {
    const char *s = "aab";
    assert(strstr(s, "ab") == s + 1);
    assert(strstr(s, "") == s);
    assert(!strstr(s, "ba"));
    return 0;
}
