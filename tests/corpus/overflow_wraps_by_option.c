// verdict: unsafe
// must-decide: auto, ufo
// se: unsafe
// options: --signed-overflow wrap
// inputs: 2147483647
// covers: with wrapping signed arithmetic the sum can be smaller
void assert(int);
int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = x + 1;
    assert(y > x);
    return 0;
}
