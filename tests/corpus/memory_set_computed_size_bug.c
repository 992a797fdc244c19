// verdict: unsafe
// must-decide: auto, ufo
// inputs: 2
// se: unsafe
// covers: memset of a computed number of bytes
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
