// verdict: safe
// must-decide: auto
// gps: safe
// covers: an error that depends on a cell through a variable that a loop carries
extern void abort(void);
int __VERIFIER_nondet_int(void);
void reach_error(void) {}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 10000) abort();
    int a[n];
    for (int i = 0; i < n; i++) {
        int x = __VERIFIER_nondet_int();
        a[i] = x > 50 ? 50 : x;
    }
    int most = 0;
    for (int i = 0; i < n; i++)
        if (a[i] > most) most = a[i];
    if (most > 50) reach_error();
    return 0;
}
