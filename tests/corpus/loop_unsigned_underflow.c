// verdict: unsafe
// must-decide: auto, ufo
// se: unsafe
// inputs: 0
// covers: an unsigned loop bound that underflows
void assert(int);
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 3) return 0;
    unsigned i = 0, seen = 0;
    for (; i < n - 1; i++) {
        seen++;
        assert(seen < 4);
    }
    return 0;
}
