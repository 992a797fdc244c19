// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <math.h>

int main(void) {
    assert(fmod(7.0, 4.0) == 3.0);
    assert(fmod(-7.0, 4.0) == -3.0);
    assert(fmod(1.5, 2.0) == 1.5);
    return 0;
}
