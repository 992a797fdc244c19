// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <math.h>

int main(void) {
    assert(exp(1.0) >= 1.0 && exp(0.0) == 1.0);
    assert(exp(-1.0) <= 1.0);
    return 0;
}
