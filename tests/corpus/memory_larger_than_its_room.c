// verdict: unsafe
// data-model: LP64
// inputs: 300000000,0,0,0,0,0,0
// covers: one of many objects may be larger than the room that others have
#include <assert.h>
#include <stdlib.h>

extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
    unsigned long n = __VERIFIER_nondet_ulong();
    if (n < 10) return 0;
    char *all[2];
    for (int i = 0; i < 2; i++) {
        all[i] = malloc(n);
        if (!all[i]) return 0;
        all[i][n - 1] = (char)i;
        all[i][3] = 7;
    }
    if (n > 200000000 && n < 400000000) assert(all[1][n - 1] != 1);
    return 0;
}
