// verdict: safe
// gps: safe
// covers: stores at every second index
extern void abort(void);
int __VERIFIER_nondet_int(void);
void reach_error(void) {}
static int a[4000];

int main(void) {
    for (int i = 0; i < 2000; i++) {
        a[2 * i] = 1;
        a[2 * i + 1] = -1;
    }
    for (int i = 0; i < 4000; i++)
        if (a[i] == 0) reach_error();
    return 0;
}
