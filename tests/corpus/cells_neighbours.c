// verdict: safe
// must-decide: auto
// covers: two cells of one array in one condition
extern void abort(void);
int __VERIFIER_nondet_int(void);
void reach_error(void) {}
static int a[2000];

int main(void) {
    for (int i = 0; i < 2000; i++) a[i] = 2 * i;
    for (int i = 0; i < 1999; i++)
        if (a[i] >= a[i + 1]) reach_error();
    return 0;
}
