// verdict: safe
// must-decide: auto
// gps: safe
// covers: a sum over cells that are not negative
extern void abort(void);
int __VERIFIER_nondet_int(void);
void reach_error(void) {}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 1000) abort();
    int a[n];
    for (int i = 0; i < n; i++) {
        int x = __VERIFIER_nondet_int();
        if (x < -100 || x > 100) abort();
        a[i] = x < 0 ? -x : x;
    }
    int sum = 0;
    for (int i = 0; i < n; i++) sum += a[i];
    if (sum < 0) reach_error();
    return 0;
}
