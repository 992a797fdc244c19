// verdict: unsafe
// inputs: 7
// must-decide: auto, se, ufo
// covers: an assertion of another verifier is one
int nondet_int(void);
int main(void) {
    int x = nondet_int();
    __CPROVER_assert(x != 7, "seven");
    return 0;
}
