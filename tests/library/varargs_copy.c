// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <stdarg.h>

static int twice(int n, ...) {
    va_list a, b;
    va_start(a, n);
    va_copy(b, a);
    int x = va_arg(a, int);
    va_end(a);
    x += va_arg(b, int);
    va_end(b);
    return x - 2;
}

int main(void) {
    assert(twice(7, 8) == 14);
    return 0;
}
