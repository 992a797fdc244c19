// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <stdarg.h>

struct point { int x, y; };
static int last(int n, ...) {
    va_list list;
    va_start(list, n);
    struct point p = va_arg(list, struct point);
    va_end(list);
    return p.y;
}

int main(void) {
    struct point p = {1, 2};
    assert(last(0, p) == 2);
    return 0;
}
