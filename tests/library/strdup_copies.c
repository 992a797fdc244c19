// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *s = strdup("ab");
    if (!s) return 0;
    assert(s[0] == 'a' && s[1] == 'b' && s[2] == 0);
    free(s);
    return 0;
}
