// verdict: unsafe
// must-decide: auto, ufo
// se: unsafe
// inputs: 65536
// covers: unsigned multiplication wraps
void assert(int);
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    if (x != 0) assert(x * x != 0);
    return 0;
}
