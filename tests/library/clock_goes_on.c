// verdict: safe
// decides: no
#define _GNU_SOURCE
#include <assert.h>
#include <time.h>

int main(void) {
    clock_t a = clock(), b = clock();
    if (a == -1 || b == -1) return 0;
    assert(a >= 0 && b >= 0);
    return 0;
}
