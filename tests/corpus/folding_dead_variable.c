// verdict: safe
// must-decide: auto, ufo
// covers: templates of nested loops say nothing of variables that a head does not need
unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);
void reach_error(void) {}

int main(void) {
    signed char last = 2, step = 1;
    short digit;
    while (step > 0) {
        last = __VERIFIER_nondet_uchar();
        __VERIFIER_assume(last >= 0 && last <= 2);
        for (step = 0; step < 1; step++) {}
    }
    digit = last % 4;
    do {
        last = 1;
        if (digit == 6) last--;
    } while (last + step > 0);
    if (2 * step != last + 1) reach_error();
    return 0;
}
