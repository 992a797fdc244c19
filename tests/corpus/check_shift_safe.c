// verdict: safe
// options: --check shift,overflow
// must-decide: auto, se, ufo
// covers: shifts within the range
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    int amount = __VERIFIER_nondet_uchar();
    if (amount > 30) return 0;
    return (1 << amount) + (-5 >> amount);
}
