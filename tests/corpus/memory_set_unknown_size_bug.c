// verdict: unsafe
// inputs: 0,0,0,0
// se: unsafe
// covers: memset of a number of bytes that is not known: what it writes becomes arbitrary
void assert(int);
int __VERIFIER_nondet_int(void);
void *memset(void *, int, unsigned long);
int main(void) {
    int a[2] = { 1, 1 }, other = 3;
    unsigned n = __VERIFIER_nondet_int();
    if (n > 2) return 0;
    memset(a, 0, n * sizeof(int));
    assert(other == 3);
    assert(a[1] == 1);
    return 0;
}
