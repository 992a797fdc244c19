// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <math.h>

int main(void) {
    double x = sqrt(-1.0);
    assert(isnan(x) && !isinf(x));
    return 0;
}
