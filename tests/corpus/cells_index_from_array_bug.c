// verdict: unsafe
// must-decide: auto, ufo
// inputs: 2
// covers: the index of a read is itself read from an array
extern void abort(void);
int __VERIFIER_nondet_int(void);
void reach_error(void) {}
static int next[300], a[300];

int main(void) {
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i >= 300) abort();
    next[i] = 299 - i;
    a[299 - i] = 4;
    if (a[next[i]] == 4 && next[2] == 297) reach_error();
    return 0;
}
