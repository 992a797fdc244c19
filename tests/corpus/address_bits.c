// verdict: unknown
// covers: C does not say more of where an object lies than that it is aligned
#include <assert.h>
#include <stdint.h>
int main(void) {
    int x, table[7] = {0};
    assert((uintptr_t)&x % 4 == 0);
    table[((uintptr_t)&x >> 4) % 7] = 1;
    assert((uintptr_t)&x % 64 == 0 || table[3] == 0);
    return 0;
}
