// verdict: unsafe
// inputs: 0, 3
// must-decide: auto, se
// covers: memory that another verifier is told to be symbolic is input
void klee_make_symbolic(void *, unsigned long, const char *);
int klee_range(int, int, const char *);
void assert(int);
int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    assert(x != 3);
    return 0;
}
