// verdict: safe
// must-decide: auto
// gps: safe
// covers: a sum bounded on both sides by constants of the program
extern void abort(void);
int __VERIFIER_nondet_int(void);
void reach_error(void) {}

int main(void) {
    int a[500];
    int sum = 0;
    for (int i = 0; i < 500; i++) {
        a[i] = __VERIFIER_nondet_int();
        if (a[i] < 0 || a[i] > 7) a[i] = 1;
    }
    for (int i = 0; i < 500; i++) sum += a[i];
    if (sum < 0 || sum > 3500) reach_error();
    return 0;
}
