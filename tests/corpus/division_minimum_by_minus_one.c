// verdict: safe
// must-decide: auto, ufo
// se: safe
// covers: minimum / -1 is undefined
void assert(int);
int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < -2147483647) {
        int d = __VERIFIER_nondet_int();
        int q = n % d;
        assert(d != -1);
        return q;
    }
    return 0;
}
