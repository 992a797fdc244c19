// verdict: unsafe
// must-decide: auto, ufo
// se: unsafe
// inputs: -1
// covers: comparing int with unsigned converts the int
void assert(int);
int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    unsigned limit = 10;
    if (x < 5) assert(x < limit);
    return 0;
}
