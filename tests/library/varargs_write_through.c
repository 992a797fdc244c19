// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <stdarg.h>

static void set(int n, ...) {
    va_list list;
    va_start(list, n);
    while (n-- > 0) {
        int *to = va_arg(list, int *);
        *to = va_arg(list, int);
    }
    va_end(list);
}

int main(void) {
    int a = 0;
    set(1, &a, 6);
    assert(a == 6);
    return 0;
}
