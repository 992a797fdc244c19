// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <stdarg.h>

static int sum(int n, ...) {
    va_list list;
    va_start(list, n);
    int s = 0;
    for (int i = 0; i < n; i++) s += va_arg(list, int);
    va_end(list);
    return s;
}

int main(void) {
    assert(sum(0) == 0);
    assert(sum(3, 1, 2, 3) == 6);
    return 0;
}
