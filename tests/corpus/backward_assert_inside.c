// verdict: safe
// must-decide: auto, ufo
// bse: safe
// kind: safe
// bself: safe
// covers: an assertion in a loop that is its own invariant
void assert(int);
int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    int x = 0, i = 0;
    for (;;) {
        assert(x == i);
        if (i >= n) break;
        x++;
        i++;
    }
    return 0;
}
