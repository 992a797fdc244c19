// verdict: unsafe
// inputs: 0,77
// must-decide: auto, se, ufo
// covers: behind a candidate the real violation is found
void assert(int);
double cos(double x);
extern int __VERIFIER_nondet_int(void);
int main(void) {
    if (__VERIFIER_nondet_int()) {
        assert(cos(0) == 1);
    } else {
        int x = __VERIFIER_nondet_int();
        assert(x != 77);
    }
    return 0;
}
