// verdict: safe
// must-decide: auto, ufo
// se: safe
// covers: abs of the C library
void assert(int);
int abs(int);
int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    int a = abs(x);
    assert(a >= 0);
    assert(a == x || a == -x);
    return 0;
}
