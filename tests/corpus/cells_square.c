// verdict: safe
// must-decide: auto, ufo
// gps: safe
// covers: a stored value put in the place of the cell from which another is computed; squares
extern void abort(void);
int __VERIFIER_nondet_int(void);
void reach_error(void) {}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 1000) abort();
    long a[1000];
    for (int i = 0; i < n; i++) a[i] = (long)(i - 1) * (i + 1);
    for (int i = 0; i < n; i++) a[i] = a[i] - (long)i * i;
    for (int i = 0; i < n; i++)
        if (a[i] != -1) reach_error();
    return 0;
}
