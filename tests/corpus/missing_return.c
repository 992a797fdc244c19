// verdict: unsafe
// must-decide: auto, ufo
// se: unsafe
// inputs: -1,4
// covers: the result of a function that ends without return is arbitrary
void assert(int);
int __VERIFIER_nondet_int(void);
int f(int x) {
    if (x > 0) return 1;
}
int main(void) {
    int r = f(__VERIFIER_nondet_int());
    assert(r != 4);
    return 0;
}
