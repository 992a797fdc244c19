// verdict: safe
// must-decide: bmc, auto
// covers: the bits of a word in reverse, one by one and by halves
void assert(int);
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned x = __VERIFIER_nondet_uint(), one_by_one = 0, rest = x;
    for (int i = 0; i < 32; i++) {
        one_by_one = one_by_one << 1 | (rest & 1);
        rest >>= 1;
    }
    unsigned v = x;
    v = v >> 1 & 0x55555555u | (v & 0x55555555u) << 1;
    v = v >> 2 & 0x33333333u | (v & 0x33333333u) << 2;
    v = v >> 4 & 0x0f0f0f0fu | (v & 0x0f0f0f0fu) << 4;
    v = v >> 8 & 0x00ff00ffu | (v & 0x00ff00ffu) << 8;
    v = v >> 16 | v << 16;
    assert(v == one_by_one);
    return 0;
}
