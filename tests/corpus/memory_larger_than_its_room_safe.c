// verdict: safe
// data-model: ILP32
// covers: an object of any size is another one than those before it
// must-decide: auto
#include <assert.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    char *last = 0;
    for (unsigned i = 0; i < 3; i++) {
        char *p = malloc(n + i);
        if (!p) return 0;
        assert(p != 0);
        last = p;
    }
    assert(last != 0);
    return 0;
}
