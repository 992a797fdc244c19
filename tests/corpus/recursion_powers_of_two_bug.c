// verdict: unsafe
// must-decide: bmc
// inputs: 9
// covers: an error behind nine nested calls
void assert(int);
int __VERIFIER_nondet_int(void);
static unsigned char power(int n) {
    if (n <= 0) return 1;
    return (unsigned char)(2 * power(n - 1) + (n == 9));
}
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n > 12) return 0;
    assert(power(n) != 1 || n <= 0);
    return 0;
}
