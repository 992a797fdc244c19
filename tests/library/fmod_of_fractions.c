// verdict: safe
#include <assert.h>
#include <math.h>

int main(void) {
    assert(fmod(10.5, 3.25) == 0.75);
    assert(fmod(-5.5, 2.0) == -1.5);
    assert(remainder(7.75, 2.5) == 0.25);
    assert(remainder(5.0, 2.0) == 1.0 && remainder(7.0, 2.0) == -1.0);
    assert(fmodf(1e6f, 0.75f) == 0.25f);
    return 0;
}
