// verdict: safe
// must-decide: auto
// gps: safe
// covers: a property of every second cell
extern void abort(void);
int __VERIFIER_nondet_int(void);
void reach_error(void) {}

int main(void) {
    int a[1000];
    for (int i = 0; i < 1000; i++) {
        if (i % 2 == 0) a[i] = 3;
        else a[i] = 4;
    }
    for (int i = 0; i < 1000; i++) {
        if (i % 2 == 0 && a[i] != 3) reach_error();
        if (i % 2 != 0 && a[i] != 4) reach_error();
    }
    return 0;
}
