// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <math.h>

int main(void) {
    assert(lround(2.5) == 3 && lround(-2.5) == -3);
    assert(lrint(2.5) == 2);
    return 0;
}
