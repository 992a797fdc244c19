// verdict: unknown
// covers: bits of an address in a member
#include <assert.h>
#include <stdint.h>
struct s {
    long k;
    uintptr_t a;
};
int main(void) {
    int x;
    struct s s = {0,0};
    s.a = (uintptr_t)&x;
    assert(s.a >> 4 != 5);
    assert(s.a % 64 == 0);
    return 0;
}
