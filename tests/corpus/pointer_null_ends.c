// verdict: safe
// must-decide: auto, ufo
// se: safe
// covers: following a null pointer ends the execution
void assert(int);
int __VERIFIER_nondet_int(void);
int x = 5;
int main(void) {
    int *p = 0;
    if (__VERIFIER_nondet_int()) p = &x;
    int v = *p;
    assert(p && v == 5);
    return 0;
}
