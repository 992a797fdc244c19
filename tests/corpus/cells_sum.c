// verdict: safe
// must-decide: auto, ufo
// gps: safe
// covers: a sum over an array: something is known of every cell that is read
extern void abort(void);
int __VERIFIER_nondet_int(void);
void reach_error(void) {}
static int a[1000];

int main(void) {
    for (int i = 0; i < 1000; i++) a[i] = i + 2;
    int sum = 0;
    for (int i = 0; i < 1000; i++) sum += a[i] - i;
    if (sum != 2000) reach_error();
    return 0;
}
