// verdict: safe
// must-decide: auto, ufo
// covers: an array in allocated memory whose size is an input; behind its end the execution ends
void assert(int);
int __VERIFIER_nondet_int(void);
void *malloc(unsigned long);
int main(void) {
    unsigned n = __VERIFIER_nondet_int();
    if (n > 4) return 0;
    int *a = malloc(n * sizeof(int));
    for (unsigned i = 0; i < n; i++) a[i] = i;
    int k = __VERIFIER_nondet_int();
    int v = a[k];
    assert(0 <= k && k < n && v == k);
    return 0;
}
