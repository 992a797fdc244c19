// verdict: unsafe
// inputs: 100
// covers: an engine over integers knows nothing of floating-point results and must not prove anything from it
int __VERIFIER_nondet_int(void);
void reach_error(void) {}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 1000) return 0;
    double d = n / 8.0;
    if (d * 8 == n && d == 12.5) reach_error();
    return 0;
}
