// verdict: safe
// must-decide: auto, ufo
// se: safe
// covers: negating the minimum is undefined
void assert(int);
int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 0) {
        int y = -x;
        assert(y > 0);
    }
    return 0;
}
