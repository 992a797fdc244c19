// verdict: safe
// must-decide: bmc, auto
// covers: a loop whose end depends on an input, but that ends after 16 iterations at most; two ways to count bits
void assert(int);
unsigned short __VERIFIER_nondet_ushort(void);
int main(void) {
    unsigned short x = __VERIFIER_nondet_ushort();
    int cleared = 0, counted = 0;
    for (unsigned v = x; v != 0; v &= v - 1)
        cleared++;
    for (int i = 0; i < 16; i++)
        counted += x >> i & 1;
    assert(cleared == counted);
    return 0;
}
