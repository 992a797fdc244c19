// verdict: unsafe
// must-decide: auto, ufo
// inputs: 3,0,0,0,0
// covers: one call that allocates several times, in a loop and by goto
extern void abort(void);
int __VERIFIER_nondet_int(void);
void reach_error(void) {}

#include <stdlib.h>

int *cell(int value) {
    int *p = malloc(sizeof(int));
    *p = value;
    return p;
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    int *last[4] = {0, 0, 0, 0};
    int i = 0;
again:
    if (i < 4) {
        last[i] = cell(i);
        i++;
        goto again;
    }
    if (n >= 0 && n < 4 && *last[n] == 3 && *last[0] == 0) reach_error();
    return 0;
}
