// verdict: unsafe
// must-decide: bmc, auto
// inputs: 1,200
// covers: contents of a region that differ by the way, read at an unknown index
void assert(int);
unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    static unsigned char cells[300];
    unsigned char which = __VERIFIER_nondet_uchar();
    if (which & 1)
        for (int i = 0; i < 300; i++)
            cells[i] = (unsigned char)i;
    else
        cells[5] = 200;
    assert(cells[__VERIFIER_nondet_uchar()] != 200);
    return 0;
}
