// verdict: unsafe
// must-decide: auto, ufo
// property: unreach-call
// inputs: 7
// covers: a property about reach_error means __VERIFIER_error as well, where that is left open
extern void __VERIFIER_error(void);
void reach_error(void) {}
extern int __VERIFIER_nondet_int(void);

int main(void) {
    if (__VERIFIER_nondet_int() == 7) __VERIFIER_error();
    return 0;
}
