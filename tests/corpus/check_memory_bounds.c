// verdict: unsafe
// must-decide: auto, ufo
// se: unsafe
// options: --check memory
// inputs: 5
// covers: an index one too large
int __VERIFIER_nondet_int(void);
int main(void) {
    int a[4] = { 0 }, sum = 0;
    unsigned n = __VERIFIER_nondet_int();
    if (n > 5) return 0;
    for (unsigned i = 0; i < n; i++) sum += a[i];
    return sum;
}
