// verdict: unsafe
#include <assert.h>
#include <math.h>

int main(void) {
    // Which number it is C leaves open, but there is one.
    long x = lround(1e300);
    assert(x == 5);
    return 0;
}
