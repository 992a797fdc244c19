// verdict: safe
// must-decide: auto
// gps: safe
// bam: safe
// covers: a recursive function without a bound, proved with a contract
void assert(int);
int __VERIFIER_nondet_int(void);
static int add(int a, int b) {
    if (b == 0) return a;
    return add(a + 1, b - 1);
}
int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    if (a < 0 || b < 0 || a > 1000000 || b > 1000000) return 0;
    assert(add(a, b) == a + b);
    return 0;
}
