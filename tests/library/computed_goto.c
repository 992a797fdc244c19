// verdict: safe
#define _GNU_SOURCE
#include <assert.h>

int main(void) {
    static void *where[] = {&&zero, &&one};
    int x = 0;
    goto *where[1];
zero:
    x = 5;
one:
    assert(x == 0);
    return 0;
}
