// verdict: unsafe
// must-decide: auto, ufo
// se: unsafe
// options: --check div-zero
// inputs: 2
// covers: division by zero as an error of its own
int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < -3 || x > 3) return 0;
    return 10 % (x * x - 4);
}
