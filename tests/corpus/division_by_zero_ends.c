// verdict: safe
// must-decide: auto, ufo
// se: safe
// covers: an execution ends at a division by zero
void assert(int);
int __VERIFIER_nondet_int(void);
int main(void) {
    int d = __VERIFIER_nondet_int();
    int q = 100 / d;
    assert(d != 0);
    return q;
}
