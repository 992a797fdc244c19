// verdict: unknown
// covers: which of two objects lies first is not known
#include <assert.h>
#include <stdint.h>
int main(void) {
    int x, y;
    uintptr_t a = (uintptr_t)&x, b = (uintptr_t)&y;
    assert(a < b);
    return 0;
}
