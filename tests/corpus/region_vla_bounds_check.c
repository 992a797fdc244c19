// verdict: unsafe
// must-decide: auto, ufo
// options: --check memory
// se: unsafe
// inputs: 1,0,1
// covers: an access behind a variable-length array is found
int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 10) return 0;
    char a[n];
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i > n) return 0;
    a[i] = 1;
    return 0;
}
