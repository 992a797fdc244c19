// verdict: safe
#define _GNU_SOURCE
#include <assert.h>

struct s { int a, b; };
static long at = (char *)&((struct s *)0)->b - (char *)0;

int main(void) {
    assert(at == 4);
    return 0;
}
