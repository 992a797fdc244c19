// verdict: safe
// must-decide: auto, ufo
// se: safe
// covers: shifts by too much or by less than zero end the execution
void assert(int);
int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    unsigned x = 1u << n;
    assert(n >= 0);
    assert(n < 32);
    assert(x != 0);
    return 0;
}
