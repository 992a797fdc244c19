// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <math.h>

int main(void) {
    double x = log(-1.0);
    assert(x != x);
    assert(log(1.0) == 0.0);
    return 0;
}
