// verdict: safe
// decides: no
#define _GNU_SOURCE
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

static int text(char *to, unsigned long size, const char *format, ...) {
    va_list list;
    va_start(list, format);
    int n = vsnprintf(to, size, format, list);
    va_end(list);
    return n;
}

int main(void) {
    char b[8];
    assert(text(b, sizeof b, "%d%c", 7, 65) == 2);
    assert(b[0] == 55 && b[1] == 65 && b[2] == 0);
    return 0;
}
