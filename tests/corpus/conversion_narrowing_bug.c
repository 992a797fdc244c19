// verdict: unsafe
// must-decide: auto, ufo
// se: unsafe
// inputs: 256
// covers: a value that does not fit changes when it is stored
void assert(int);
int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    unsigned char c = x;
    if (x > 0 && x < 1000) assert(c != 0);
    return 0;
}
