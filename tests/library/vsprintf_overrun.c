// verdict: unsafe
#define _GNU_SOURCE
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

static void text(char *to, const char *format, ...) {
    va_list list;
    va_start(list, format);
    vsprintf(to, format, list);
    va_end(list);
}

int main(void) {
    char b[2];
    text(b, "%d", 77);
    return 0;
}
