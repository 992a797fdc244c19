// verdict: unsafe
// must-decide: auto, ufo
// se: unsafe
// inputs: 0
// covers: unsigned subtraction below zero wraps to a large value
void assert(int);
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    assert(x - 1u < 4294967295u);
    return 0;
}
