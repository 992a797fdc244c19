// verdict: unsafe
// must-decide: auto
// gps: unsafe
// options: --check overflow
// covers: an overflow after two billion iterations, which are crossed in one step where nothing else can happen
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int up = 12, down = 0, n = __VERIFIER_nondet_int();
    while (n > 0) {
        up = up + 1;
        down = down - 1;
        n = n - 1;
    }
    return 0;
}
