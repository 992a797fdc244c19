// verdict: unsafe
// must-decide: auto, ufo
// se: unsafe
// inputs: 16
// covers: a test for powers of two that is wrong
void assert(int);
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    if (x > 8 && x < 20 && (x & (x - 1)) == 0) assert(x != 16);
    return 0;
}
