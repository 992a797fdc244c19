// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>

int main(void) {
    char *end;
    const char *s = "1.5";
    double d = strtod(s, &end);
    assert(end >= s && end <= s + 3);
    return 0;
}
