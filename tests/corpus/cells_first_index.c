// verdict: safe
// must-decide: auto, ufo
// gps: safe
// tracer: safe
// covers: what is known of every cell that a search has passed: it differs from what is looked for
extern void abort(void);
int __VERIFIER_nondet_int(void);
void reach_error(void) {}

int main(void) {
    int a[1000];
    int wanted = __VERIFIER_nondet_int();
    int i = 0;
    while (i < 1000 && a[i] != wanted) i++;
    for (int j = 0; j < i; j++)
        if (a[j] == wanted) reach_error();
    return 0;
}
