// verdict: unsafe
// must-decide: auto, ufo
// se: unsafe
// inputs: 4
// covers: a violation after some iterations
void assert(int);
int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    int s = 0;
    for (int i = 0; i < n; i++) s += i;
    assert(s != 6);
    return 0;
}
