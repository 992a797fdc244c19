// verdict: safe
// must-decide: auto, ufo
// se: safe
// covers: signed overflow is undefined, executions end there
void assert(int);
int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = x + 1;
    assert(y > x);
    return 0;
}
