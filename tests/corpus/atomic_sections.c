// verdict: safe
// must-decide: auto, ufo
// se: safe
// covers: __VERIFIER_atomic_begin and _end in a program without threads
void assert(int);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
int n;
void __VERIFIER_atomic_increment(void) { n++; }
int main(void) {
    __VERIFIER_atomic_begin();
    n = 1;
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_increment();
    assert(n == 2);
    return 0;
}
