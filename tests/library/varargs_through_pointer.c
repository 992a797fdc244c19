// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <stdarg.h>

static int first(int n, ...) {
    va_list list;
    va_start(list, n);
    int x = va_arg(list, int);
    va_end(list);
    return x;
}

int main(void) {
    int (*f)(int, ...) = first;
    assert(f(0, 5) == 5);
    return 0;
}
