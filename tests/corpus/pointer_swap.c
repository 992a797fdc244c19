// verdict: safe
// must-decide: auto, ufo
// se: safe
// covers: pointers to locals as parameters
void assert(int);
int __VERIFIER_nondet_int(void);
static void swap(int *a, int *b) {
    int t = *a;
    *a = *b;
    *b = t;
}
int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    int a = x, b = y;
    swap(&a, &b);
    assert(a == y && b == x);
    swap(&a, &a);
    assert(a == y);
    return 0;
}
