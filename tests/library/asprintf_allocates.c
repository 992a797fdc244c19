// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *s;
    if (asprintf(&s, "%c%s", 65, "b") < 0) return 0;
    assert(s[0] == 65 && s[1] == 98 && s[2] == 0);
    free(s);
    return 0;
}
