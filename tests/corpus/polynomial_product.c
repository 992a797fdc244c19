// verdict: safe
// must-decide: auto
// covers: repeated addition of a parameter is a product
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    int m = __VERIFIER_nondet_int();
    if (n < 0 || n > 1000 || m < 0 || m > 1000) return 0;
    int i = 0, product = 0;
    while (i < n) {
        product = product + m;
        i = i + 1;
    }
    if (product != n * m) reach_error();
    return 0;
}
