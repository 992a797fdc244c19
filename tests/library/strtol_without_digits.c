// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>

int main(void) {
    char *end;
    const char *s = " +x";
    assert(strtol(s, &end, 10) == 0 && end == s);
    return 0;
}
