// verdict: unsafe
// must-decide: auto, ufo
// inputs: 2,0,0,0
// options: --check uninit
// se: unsafe
// covers: an element of an array that was never set, of variable length
int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 2 || n > 5) return 0;
    int a[n];
    for (int i = 1; i < n; i++) a[i] = i;
    int k = __VERIFIER_nondet_int();
    if (k < 0 || k >= n) return 0;
    if (a[k] > 3) return 1;
    return 0;
}
