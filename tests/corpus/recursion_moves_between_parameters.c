// verdict: safe
// must-decide: gps, auto
// options: --check overflow
// covers: the sum of two parameters bounds both in every recursive call
int __VERIFIER_nondet_int(void);
static int pour(int full, int empty) {
    if (full == 0) return empty;
    return pour(full - 1, empty + 1);
}
int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    if (a < 0 || b < 0 || a > 1000000000 || b > 1000000000) return 0;
    return pour(a, b) == a + b;
}
