// verdict: unsafe
// must-decide: auto, ufo
// se: unsafe
// inputs: 1,1
// covers: two indices that may be equal
void assert(int);
int __VERIFIER_nondet_int(void);
int main(void) {
    int a[4] = { 0 };
    unsigned i = __VERIFIER_nondet_int(), j = __VERIFIER_nondet_int();
    if (i > 3 || j > 3) return 0;
    a[i] = 1;
    a[j] = 2;
    assert(a[i] == 1);
    return 0;
}
