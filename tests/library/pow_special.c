// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <math.h>

int main(void) {
    assert(pow(5.0, 0.0) == 1.0 && pow(1.0, 7.0) == 1.0);
    assert(pow(2.0, 3.0) >= 1.0);
    return 0;
}
