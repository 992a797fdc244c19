// verdict: safe
// must-decide: bmc, auto
// covers: cells written at indices that inputs choose, read at others
void assert(int);
unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    static unsigned char cells[1000];
    unsigned i = __VERIFIER_nondet_uchar(), j = __VERIFIER_nondet_uchar() + 256u, k = __VERIFIER_nondet_uchar();
    cells[i] = 1;
    cells[j] = 2;
    cells[700] = 3;
    unsigned char before = cells[k];
    cells[j] = 4;
    assert(cells[k] == before);
    assert(cells[k] == (k == i));
    assert(cells[700] == 3 && cells[701] == 0);
    return 0;
}
