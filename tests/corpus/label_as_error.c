// verdict: unsafe
// must-decide: auto, ufo
// property: unreach-label ERROR
// se: unsafe
// inputs: 42
// covers: a label is an error location if the property names it
int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x == 42) goto ERROR;
    return 0;
ERROR:
    return 1;
}
