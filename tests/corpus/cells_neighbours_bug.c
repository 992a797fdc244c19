// verdict: unsafe
// must-decide: auto
// inputs:
// covers: two cells of one array in one condition, one of which is never written
extern void abort(void);
int __VERIFIER_nondet_int(void);
void reach_error(void) {}
static int a[400];

int main(void) {
    for (int i = 0; i < 399; i++) a[i] = i;
    for (int i = 0; i < 399; i++)
        if (a[i] >= a[i + 1]) reach_error();
    return 0;
}
