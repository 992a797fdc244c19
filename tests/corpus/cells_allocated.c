// verdict: safe
// gps: safe
// covers: memory that is allocated once, in a function that is called once
extern void abort(void);
int __VERIFIER_nondet_int(void);
void reach_error(void) {}

#include <stdlib.h>

int *filled(int n, int with) {
    int *a = malloc(n * sizeof(int));
    for (int i = 0; i < n; i++) a[i] = with;
    return a;
}

int main(void) {
    int n = __VERIFIER_nondet_int(), value = __VERIFIER_nondet_int();
    if (n < 1 || n > 1000) abort();
    int *a = filled(n, value);
    int *b = malloc(n * sizeof(int));
    for (int i = 0; i < n; i++) b[i] = a[i];
    for (int i = 0; i < n; i++)
        if (b[i] != value) reach_error();
    return 0;
}
