// verdict: safe
// must-decide: bmc, auto
// covers: recursion of bounded depth, which is unfolded
void assert(int);
int __VERIFIER_nondet_int(void);
static unsigned power(unsigned n) {
    if (n == 0) return 1;
    return 2 * power(n - 1);
}
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 12) return 0;
    unsigned p = power((unsigned)n);
    assert(p >> n == 1);
    return 0;
}
