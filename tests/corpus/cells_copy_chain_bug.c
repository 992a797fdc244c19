// verdict: unsafe
// must-decide: ufo
// inputs: 2,0,0,0,0,0,0,0,100
// covers: the twin of cells_copy_chain that forgets one step
extern void abort(void);
int __VERIFIER_nondet_int(void);
void reach_error(void) {}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 3000) abort();
    int a[n], b[n], c[n];
    for (int i = 0; i < n; i++) {
        int x = __VERIFIER_nondet_int();
        if (x < 0 || x > 100) abort();
        a[i] = x;
    }
    for (int i = 0; i < n; i++) b[i] = a[i] + 1;
    for (int i = 0; i < n; i++) c[i] = b[i] + 1;
    for (int i = 0; i < n; i++)
        if (c[i] > 101) reach_error();
    return 0;
}
