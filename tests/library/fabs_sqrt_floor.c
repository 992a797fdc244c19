// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <math.h>

int main(void) {
    assert(fabs(-2.5) == 2.5);
    assert(sqrt(9.0) == 3.0);
    assert(floor(-1.5) == -2.0 && ceil(1.2) == 2.0 && trunc(-1.7) == -1.0);
    assert(round(2.5) == 3.0);
    return 0;
}
