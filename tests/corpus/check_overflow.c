// verdict: unsafe
// must-decide: auto, ufo
// se: unsafe
// options: --check overflow
// inputs: 2147483640
// covers: signed overflow as an error of its own
int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x > 2147483640) return 0;
    int y = x + 8;
    return y > 0;
}
