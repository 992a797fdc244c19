// verdict: safe
// must-decide: auto
// se: safe
// covers: recursive and mutually recursive functions
void assert(int);
int fact(int n) { return n <= 1 ? 1 : n * fact(n - 1); }
int even(unsigned n);
int odd(unsigned n) { if (n == 0) return 0; return even(n - 1); }
int even(unsigned n) { if (n == 0) return 1; return odd(n - 1); }
int depth;
int ackermann(int m, int n) {
    depth++;
    if (m == 0) return n + 1;
    if (n == 0) return ackermann(m - 1, 1);
    return ackermann(m - 1, ackermann(m, n - 1));
}
int main(void) {
    assert(fact(5) == 120);
    assert(even(6) && !odd(6));
    assert(ackermann(2, 2) == 7);
    assert(depth == 27);
    return 0;
}
