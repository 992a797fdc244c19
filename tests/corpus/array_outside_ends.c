// verdict: safe
// must-decide: auto, ufo
// se: safe
// covers: an access outside of an array ends the execution
void assert(int);
int __VERIFIER_nondet_int(void);
int main(void) {
    int a[3] = { 1, 2, 3 };
    int i = __VERIFIER_nondet_int();
    int v = a[i];
    assert(0 <= i && i < 3 && v == i + 1);
    return 0;
}
