// verdict: safe
// must-decide: auto, ufo
// se: safe
// covers: bitwise and, or, xor, complement with constants
void assert(int);
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    assert((x & 7) <= 7);
    assert((x & ~7u) + (x & 7) == x);
    assert((x ^ x) == 0);
    assert((5 & 3) == 1 && (5 | 3) == 7 && (5 ^ 3) == 6 && ~5 == -6);
    assert((-1 & 0xff) == 255);
    assert(((x << 4) & 15) == 0);
    return 0;
}
