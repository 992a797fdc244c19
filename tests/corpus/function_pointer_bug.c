// verdict: unsafe
// must-decide: auto, ufo
// se: unsafe
// inputs: 77
// covers: which function is called depends on an input
void assert(int);
int __VERIFIER_nondet_int(void);
static int state;
static void on(void) { state = 1; }
static void off(void) { state = 2; }
int main(void) {
    void (*handler)(void) = off;
    if (__VERIFIER_nondet_int() == 77) handler = on;
    handler();
    assert(state == 2);
    return 0;
}
