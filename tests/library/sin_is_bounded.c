// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <math.h>

int main(void) {
    double x = sin(0.5);
    assert(x >= -1.0 && x <= 1.0);
    assert(sin(0.0) == 0.0 && cos(0.0) == 1.0);
    return 0;
}
