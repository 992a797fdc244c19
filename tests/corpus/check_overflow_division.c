// verdict: unsafe
// must-decide: auto, ufo
// se: unsafe
// options: --check overflow
// inputs: -2147483648,-1
// covers: the smallest value divided by -1, and negated
int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    return y == 0 ? 0 : x / y;
}
