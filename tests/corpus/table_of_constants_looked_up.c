// verdict: unsafe
// must-decide: bmc, auto
// inputs: 13
// covers: a table of constants read at an unknown index; one entry is wrong
void assert(int);
unsigned char __VERIFIER_nondet_uchar(void);
static const unsigned char bits_of[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 2, 3, 4};
int main(void) {
    unsigned char x = __VERIFIER_nondet_uchar() & 15;
    assert(bits_of[x] == (x & 1) + (x >> 1 & 1) + (x >> 2 & 1) + (x >> 3 & 1));
    return 0;
}
