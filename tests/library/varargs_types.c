// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <stdarg.h>

static long pick(int n, ...) {
    va_list list;
    va_start(list, n);
    long l = va_arg(list, long);
    double d = va_arg(list, double);
    char *s = va_arg(list, char *);
    int c = va_arg(list, int);
    va_end(list);
    return l + (long)d + s[0] + c;
}

int main(void) {
    assert(pick(0, 1L, 2.5, "x", 'y') == 'y' + 1 + 2 + 'x');
    return 0;
}
