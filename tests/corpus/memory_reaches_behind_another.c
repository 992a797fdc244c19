// verdict: unsafe
// data-model: ILP32
// inputs: 30000000,0,2,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0
// covers: an object of any size does not reach into another one that a pointer may mean
#include <assert.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), first = __VERIFIER_nondet_uint(), k = __VERIFIER_nondet_uint();
    if (n < 10 || n > 40000000 || k > 3) return 0;
    char *p = calloc(n, 1), *q = malloc(20);
    if (!p || !q) return 0;
    char *s = first ? p : q;
    for (unsigned j = 0; j < k; j++) s++;
    for (int t = 0; t < 5; t++) q[t] = 5;
    if (!first && n > 20000000) assert(s[0] != 5);
    return 0;
}
