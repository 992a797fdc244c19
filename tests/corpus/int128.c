// verdict: safe
// must-decide: auto, ufo
// se: safe
// data-model: LP64
// covers: 128-bit integers
void assert(int);
unsigned long __VERIFIER_nondet_ulong(void);
int main(void) {
    unsigned long x = __VERIFIER_nondet_ulong();
    unsigned __int128 p = (unsigned __int128)x + x;
    assert((p >> 1) == x);
    __int128 big = (__int128)1 << 100;
    assert(big > 0 && (long)(big >> 98) == 4);
    unsigned __int128 m = (unsigned __int128)-1;
    assert(m / 2 * 2 + 1 == m);
    assert(sizeof(__int128) == 16);
    return 0;
}
