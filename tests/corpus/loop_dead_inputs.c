// verdict: unsafe
// must-decide: auto, ufo
// inputs: 11,23,31,47,53,67
// gps: unsafe
// covers: a loop that reads many values which nobody reads in the next round
void assert(int);
int __VERIFIER_nondet_int(void);
int main(void) {
    int step = 0;
    while (1) {
        int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), c = __VERIFIER_nondet_int();
        int d = __VERIFIER_nondet_int(), e = __VERIFIER_nondet_int(), f = __VERIFIER_nondet_int();
        if (a == 11 && step == 0) step++;
        if (b == 23 && step == 1) step++;
        if (c == 31 && step == 2) step++;
        if (d == 47 && step == 3) step++;
        if (e == 53 && step == 4) step++;
        if (f == 67 && step == 5) step++;
        assert(step != 6);
    }
}
