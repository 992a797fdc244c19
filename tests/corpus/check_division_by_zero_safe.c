// verdict: safe
// must-decide: auto, ufo
// se: safe
// options: --check div-zero
// covers: a divisor that was tested
int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    return x != 0 && 10 / x > 2;
}
