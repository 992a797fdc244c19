// verdict: unsafe
#define _GNU_SOURCE
#include <assert.h>

typedef int v4 __attribute__((vector_size(16)));

int main(void) {
    v4 a = {0x7fffffff, 1, 1, 1}, b = {1, 0, 0, 0};
    a = a + b;
    return a[3];
}
