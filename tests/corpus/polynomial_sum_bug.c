// verdict: unsafe
// must-decide: auto, ufo
// inputs: 5
// covers: a closed form of degree two that is wrong from some round on
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 1000) return 0;
    int i = 0, sum = 0;
    while (i < n) {
        sum = sum + i;
        if (i == 4) sum = sum + 1;
        i = i + 1;
    }
    if (2 * sum != n * (n - 1)) reach_error();
    return 0;
}
