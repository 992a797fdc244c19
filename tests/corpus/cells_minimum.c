// verdict: safe
// must-decide: auto, ufo
// gps: safe
// covers: the least of all cells is not above any of them
extern void abort(void);
int __VERIFIER_nondet_int(void);
void reach_error(void) {}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 10000) abort();
    int a[n];
    int least = a[0];
    for (int i = 0; i < n; i++)
        if (a[i] < least) least = a[i];
    for (int i = 0; i < n; i++)
        if (a[i] < least) reach_error();
    return 0;
}
