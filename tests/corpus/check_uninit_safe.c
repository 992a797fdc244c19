// verdict: safe
// must-decide: auto, ufo
// options: --check uninit
// se: safe
// covers: values that are set before they are used, and copies of those that are not
struct pair { int a, b; };
int __VERIFIER_nondet_int(void);

int main(void) {
    struct pair p, q;
    p.a = 1;
    q = p;
    int table[4];
    for (int i = 0; i < 4; i++) table[i] = i;
    int k = __VERIFIER_nondet_int();
    if (k < 0 || k > 3) return 0;
    return q.a + table[k];
}
