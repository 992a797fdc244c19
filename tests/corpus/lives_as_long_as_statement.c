// verdict: unsafe
// must-decide: auto
// options: --check undefined
// inputs: 1
// covers: a compound literal in a branch without braces, or in the condition, dies with the statement
int __VERIFIER_nondet_int(void);
int main(void) {
    int *p = &(int){3};
    if (__VERIFIER_nondet_int())
        p = &(int){4};
    return *p;
}
