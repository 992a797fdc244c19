// verdict: unsafe
// must-decide: auto
// se: unsafe
// property: unreach-call
// inputs: 3
// covers: the call counts, whatever the body does
extern void __assert_fail(const char *, const char *, unsigned, const char *);
void reach_error(void) { __assert_fail("0", "f.c", 1, "reach_error"); }
int __VERIFIER_nondet_int(void);
void __VERIFIER_assert(int cond) {
    if (!cond) {
    ERROR: { reach_error(); }
    }
    return;
}
int main(void) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assert(x != 3);
    return 0;
}
