// verdict: unsafe
// must-decide: auto
// gps: unsafe
// inputs: 1483648
// options: --check overflow
// covers: an overflow after a million iterations, which are crossed in one step where nothing else can happen
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int up = 2146000000, down = 0, n = __VERIFIER_nondet_int();
    while (n > 0) {
        up = up + 1;
        down = down - 1;
        n = n - 1;
    }
    return 0;
}
