// verdict: safe
#include <assert.h>
#include <math.h>

int main(void) {
    assert(nextafter(1.0, 2.0) == 1.0000000000000002);
    assert(nextafter(0.0, -1.0) == -5e-324);
    assert(nextafterf(1.0f, 0.0f) == 0.99999994f);
    assert(nexttoward(2.0, 2.0L) == 2.0);
    return 0;
}
