// verdict: unsafe
// inputs: 31
// options: --check overflow
// must-decide: auto, se, ufo
// covers: a shift to the left whose result does not fit overflows
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    int amount = __VERIFIER_nondet_uchar();
    if (amount > 31) return 0;
    return 1 << amount;
}
