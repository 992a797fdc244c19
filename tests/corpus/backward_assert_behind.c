// verdict: safe
// must-decide: auto, ufo
// bself: safe
// covers: an assertion behind a loop, which unwinding backwards does not prove
void assert(int);
int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    int x = 0, i = 0;
    while (i < n) {
        x++;
        i++;
    }
    assert(x == i);
    return 0;
}
