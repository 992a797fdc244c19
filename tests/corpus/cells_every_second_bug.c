// verdict: unsafe
// must-decide: auto
// inputs:
// covers: a property of every second cell that one cell does not have
extern void abort(void);
int __VERIFIER_nondet_int(void);
void reach_error(void) {}

int main(void) {
    int a[100] = {0};
    for (int i = 0; i < 100; i++) {
        if (i % 2 == 0) a[i] = 3;
        else a[i] = 4;
    }
    a[40] = 4;
    for (int i = 0; i < 100; i++) {
        if (i % 2 == 0 && a[i] != 3) reach_error();
        if (i % 2 != 0 && a[i] != 4) reach_error();
    }
    return 0;
}
