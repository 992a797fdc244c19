// verdict: unsafe
// must-decide: auto
// inputs: 3
// options: --check memory
// covers: each iteration has its own object, and a pointer to that of the iteration before is dangling
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int *last = 0, n = __VERIFIER_nondet_int();
    for (int i = 0; i < n && i < 3; i++) {
        int here = i;
        if (last) *last = 1;
        last = &here;
    }
    return 0;
}
