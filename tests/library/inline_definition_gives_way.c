// verdict: safe
#define _GNU_SOURCE
#include <assert.h>

extern inline __attribute__((gnu_inline)) int value(void) { return 1; }
int value(void) { return 1; }
extern inline __attribute__((gnu_inline)) int only(int x) { return x + 1; }
int only(int x) { return x + 1; }

int main(void) {
    assert(value() == 1 && only(2) == 3);
    return 0;
}
