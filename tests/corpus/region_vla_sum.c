// verdict: safe
// must-decide: auto, ufo
// se: safe
// covers: a variable-length array: its length is computed where it is declared, its cells are its own
extern void abort(void);
int __VERIFIER_nondet_int(void);
void reach_error(void) {}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 4) abort();
    int a[n];
    for (int i = 0; i < n; i++) a[i] = i * 2;
    int m = n;
    n = 100;
    if (sizeof a != m * sizeof(int)) reach_error();
    if (a[m - 1] != 2 * (m - 1)) reach_error();
    return 0;
}
