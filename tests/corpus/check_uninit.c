// verdict: unsafe
// must-decide: auto, ufo
// options: --check uninit
// se: unsafe
// inputs: 0 0
// covers: a local that is set on one way only
int __VERIFIER_nondet_int(void);

int main(void) {
    int x;
    if (__VERIFIER_nondet_int() > 0) x = 1;
    return x + 1;
}
