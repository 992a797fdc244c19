// verdict: unsafe
// must-decide: auto
// inputs:
// covers: a sum over an array of which one cell is not what the others are
extern void abort(void);
int __VERIFIER_nondet_int(void);
void reach_error(void) {}
static int a[300];

int main(void) {
    for (int i = 0; i < 299; i++) a[i] = i + 2;
    int sum = 0;
    for (int i = 0; i < 300; i++) sum += a[i] - i;
    if (sum != 600) reach_error();
    return 0;
}
