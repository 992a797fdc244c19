// verdict: safe
// must-decide: auto, ufo
// se: safe
// property: unreach-call
// covers: a failing assertion ends the execution when the property is about a call
void assert(int);
void reach_error(void);
int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    assert(x != 11);
    if (x == 11) reach_error();
    return 0;
}
