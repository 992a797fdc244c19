// verdict: safe
// data-model: LP64
// options: --check undefined
// covers: a computed number of bytes that is no whole number of elements, copied forwards and backwards, and set
// must-decide: auto
#include <assert.h>
#include <string.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 12) return 0;
    int a[4] = {0x01020304, 0x11121314, 0x21222324, 0x31323334};
    memmove((char *)a + 4, a, n);
    if (n == 7) assert(a[2] == 0x21121314);
    if (n == 0) assert(a[1] == 0x11121314);
    int b[2] = {-1, -1};
    memset(b, 0, n > 8 ? 8 : n);
    if (n == 5) assert(b[0] == 0 && b[1] == -256);
    return 0;
}
