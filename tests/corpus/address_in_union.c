// verdict: unknown
// covers: a pointer that is read as a number
#include <assert.h>
#include <stdint.h>
union u {
    void *p;
    uintptr_t n;
};
int main(void) {
    int x;
    union u u;
    u.p = &x;
    assert(u.n % 1000 == 0);
    return 0;
}
