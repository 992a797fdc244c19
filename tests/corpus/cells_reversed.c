// verdict: safe
// must-decide: auto
// gps: safe
// covers: a copy reads at another index than it writes, so that the read has a ghost index of its own
extern void abort(void);
int __VERIFIER_nondet_int(void);
void reach_error(void) {}
static int a[1000], b[1000];

int main(void) {
    for (int i = 0; i < 1000; i++) a[i] = i;
    for (int i = 0; i < 1000; i++) b[i] = a[999 - i];
    for (int i = 0; i < 1000; i++)
        if (b[i] < 0) reach_error();
    return 0;
}
