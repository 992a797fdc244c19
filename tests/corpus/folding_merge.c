// verdict: safe
// must-decide: auto, ufo
// bself: safe
// covers: an invariant that joins candidates of different paths through a loop
void assert(int);
int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = __VERIFIER_nondet_int();
    int n = __VERIFIER_nondet_int();
    if (!(x >= 0 && x <= y && y <= n)) return 0;
    while (x < n) {
        x++;
        if (x > y) y++;
    }
    assert(y == n);
    return 0;
}
