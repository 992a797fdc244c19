// verdict: safe
// gps: safe
// covers: a loop fills an array from both ends
extern void abort(void);
int __VERIFIER_nondet_int(void);
void reach_error(void) {}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 10000) abort();
    int a[2 * n];
    for (int i = 0; i < n; i++) {
        a[i] = 5;
        a[2 * n - 1 - i] = 9;
    }
    for (int i = 0; i < 2 * n; i++)
        if (a[i] < 5 || a[i] > 9) reach_error();
    return 0;
}
