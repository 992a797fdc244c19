// verdict: unsafe
// must-decide: auto
// inputs:
// covers: stores at every second index leave the others as they are
extern void abort(void);
int __VERIFIER_nondet_int(void);
void reach_error(void) {}
static int a[600];

int main(void) {
    for (int i = 0; i < 300; i++) a[2 * i] = 1;
    for (int i = 0; i < 600; i++)
        if (a[i] == 0) reach_error();
    return 0;
}
