// verdict: unsafe
// must-decide: auto, ufo
// inputs: 3,9,0,0,0
// covers: the twin of cells_variable_length that claims too much
extern void abort(void);
int __VERIFIER_nondet_int(void);
void reach_error(void) {}

int main(void) {
    int n = __VERIFIER_nondet_int();
    int low = __VERIFIER_nondet_int();
    if (n < 1 || n > 20000 || low < 0 || low > 500) abort();
    int a[n];
    for (int i = 0; i < n; i++) a[i] = i + low;
    for (int i = 0; i < n; i++)
        if (a[i] > 10) reach_error();
    return 0;
}
