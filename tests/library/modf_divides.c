// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <math.h>

int main(void) {
    double whole;
    assert(modf(-2.25, &whole) == -0.25);
    assert(whole == -2.0);
    return 0;
}
