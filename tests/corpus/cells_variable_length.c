// verdict: safe
// must-decide: auto, ufo
// gps: safe
// covers: cells of an array of variable length depend on their index
extern void abort(void);
int __VERIFIER_nondet_int(void);
void reach_error(void) {}

int main(void) {
    int n = __VERIFIER_nondet_int();
    int low = __VERIFIER_nondet_int();
    if (n < 1 || n > 20000 || low < 0 || low > 500) abort();
    int a[n];
    for (int i = 0; i < n; i++) a[i] = 3 * i + low;
    for (int i = 0; i < n; i++)
        if (a[i] < 2 * i) reach_error();
    return 0;
}
