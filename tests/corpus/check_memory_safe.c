// verdict: safe
// must-decide: auto, ufo
// se: safe
// options: --check memory
// covers: accesses inside of objects, through pointers too
int __VERIFIER_nondet_int(void);
static int get(const int *p, unsigned i) { return i < 3 ? p[i] : 0; }
int main(void) {
    int a[3] = { 1, 2, 3 };
    return get(a, __VERIFIER_nondet_int());
}
