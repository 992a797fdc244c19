// verdict: safe
#define _GNU_SOURCE
#include <assert.h>

int __fpclassify(double x);
int __fpclassifyf(float x);

int main(void) {
    assert(__fpclassify(1.0) == 4 && __fpclassify(-0.0) == 2 && __fpclassify(1e-310) == 3);
    assert(__fpclassifyf(1e-40f) == 3 && __fpclassifyf(-1e-37f) == 4);
    assert(__fpclassify(__builtin_inf()) == 1 && __fpclassify(__builtin_nan("")) == 0);
    return 0;
}
