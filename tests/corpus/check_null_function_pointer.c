// verdict: unsafe
// inputs: 0
// options: --check memory
// must-decide: auto, se, ufo
// covers: a call through a null pointer
extern int __VERIFIER_nondet_int(void);
static int one(void) { return 1; }
int main(void) {
    int (*f)(void) = __VERIFIER_nondet_int() ? one : 0;
    return f();
}
