// verdict: safe
// must-decide: auto, ufo
// se: safe
// covers: a structure copied from and to an element with a computed index
void assert(int);
int __VERIFIER_nondet_int(void);
struct item { int key, value; };
int main(void) {
    struct item t[3] = { { 1, 10 }, { 2, 20 }, { 3, 30 } };
    unsigned i = __VERIFIER_nondet_int();
    if (i > 2) return 0;
    struct item x = t[i];
    assert(x.value == 10 * x.key);
    x.key = 7;
    t[i] = x;
    struct item *p = &t[i];
    assert(p->key == 7 && p->value == 10 * (int)(i + 1));
    return 0;
}
