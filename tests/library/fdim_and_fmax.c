// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <math.h>

int main(void) {
    assert(fdim(3.0, 1.0) == 2.0 && fdim(1.0, 3.0) == 0.0);
    assert(fmax(1.0, 2.0) == 2.0 && fmin(1.0, 2.0) == 1.0);
    return 0;
}
