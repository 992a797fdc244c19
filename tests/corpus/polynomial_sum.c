// verdict: safe
// covers: an invariant of degree two: 2*sum = i*(i - 1)
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 1000) return 0;
    int i = 0, sum = 0;
    while (i < n) {
        sum = sum + i;
        i = i + 1;
    }
    if (2 * sum != n * (n - 1)) reach_error();
    return 0;
}
