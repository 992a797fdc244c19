// verdict: safe
#include <assert.h>
#include <math.h>

int main(void) {
    int e = 0;
    assert(frexp(0.15625, &e) == 0.625 && e == -2);
    assert(frexp(5e-324, &e) == 0.5 && e == -1073);
    assert(ldexp(0.75, 12) == 3072 && ldexpf(3, -2) == 0.75f);
    assert(ilogb(1023.5) == 9 && logb(0.3) == -2);
    assert(scalbn(1.0, -1073) > 0 && ldexp(1.0, 1024) == INFINITY);
    return 0;
}
