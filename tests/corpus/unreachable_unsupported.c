// verdict: safe
// must-decide: auto, ufo
// se: safe
// covers: code that is not modelled does no harm where it cannot be reached
void assert(int);
int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x > 0 && x < 0) {
        __asm__ volatile("nop" : : : "memory");
        assert(0);
    }
    return 0;
}
