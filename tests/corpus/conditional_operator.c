// verdict: safe
// must-decide: auto, ufo
// se: safe
// covers: ?: evaluates one branch and has the common type; GNU's two-operand form
void assert(int);
int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    int n = 0;
    int y = x > 0 ? n++ : n--;
    assert(y == 0 && (n == 1 || n == -1));
    assert((x > 0) == (n == 1));
    int z = x ?: 5;
    assert(z != 0);
    assert((0 ? 1 : -1) < 0);
    assert((0 ? 1u : -1) > 0);
    assert(sizeof(1 ? (char)1 : (short)2) == sizeof(int));
    int t = x++ < 100 ? x < 101 : 1;
    assert(t);
    return 0;
}
