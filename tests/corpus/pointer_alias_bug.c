// verdict: unsafe
// must-decide: auto, ufo
// se: unsafe
// inputs: 0,0
// covers: two pointers may be to one object
void assert(int);
int __VERIFIER_nondet_int(void);
int a, b;
int main(void) {
    int *p = __VERIFIER_nondet_int() ? &a : &b;
    int *q = __VERIFIER_nondet_int() ? &a : &b;
    *p = 1;
    *q = 2;
    assert(*p == 1);
    return 0;
}
