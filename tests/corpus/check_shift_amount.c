// verdict: unsafe
// inputs: 32
// options: --check shift
// must-decide: auto, se, ufo
// covers: the amount of a shift is out of range
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    unsigned amount = __VERIFIER_nondet_uchar();
    if (amount > 32) return 0;
    return (int)(1u << amount);
}
