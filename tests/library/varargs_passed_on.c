// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <stdarg.h>

static int second(va_list list) {
    va_arg(list, int);
    return va_arg(list, int);
}
static int outer(int n, ...) {
    va_list list;
    va_start(list, n);
    int x = second(list);
    va_end(list);
    return x;
}

int main(void) {
    assert(outer(0, 4, 9) == 9);
    return 0;
}
