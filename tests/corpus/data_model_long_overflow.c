// verdict: unsafe
// must-decide: auto, ufo
// se: unsafe
// data-model: ILP32
// inputs: 0
// covers: with 32-bit unsigned long the product wraps
void assert(int);
int __VERIFIER_nondet_int(void);
int main(void) {
    unsigned long x = 65536;
    if (__VERIFIER_nondet_int() == 0) assert(x * x != 0);
    return 0;
}
