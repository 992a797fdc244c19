// verdict: unsafe
// must-decide: auto
// se: unsafe
// inputs: 3
// covers: a violation found through recursion with locals of every frame
void assert(int);
int __VERIFIER_nondet_int(void);
int sum(int n) {
    int here = n;
    if (n <= 0) return 0;
    int rest = sum(n - 1);
    return here + rest;
}
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n > 4) return 0;
    assert(sum(n) != 6);
    return 0;
}
