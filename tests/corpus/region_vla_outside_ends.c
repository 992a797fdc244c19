// verdict: safe
// must-decide: auto, ufo
// se: safe
// covers: an access behind a variable-length array ends the execution
int __VERIFIER_nondet_int(void);
void reach_error(void) {}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 10) return 0;
    char a[n];
    int i = __VERIFIER_nondet_int();
    a[i] = 1;
    if (i < 0 || i >= n) reach_error();
    return 0;
}
