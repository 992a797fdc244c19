// verdict: unsafe
// must-decide: auto
// inputs: 500
// covers: a violation many iterations deep
void assert(int);
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    unsigned i = 0;
    while (i < n) i++;
    assert(i != 500);
    return 0;
}
