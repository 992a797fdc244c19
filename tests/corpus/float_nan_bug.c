// verdict: unsafe
// must-decide: auto, ufo
// inputs: 18442240474082181124
// se: unsafe
// covers: an arbitrary number may be no number
double __VERIFIER_nondet_double(void);
void reach_error(void) {}

int main(void) {
    double x = __VERIFIER_nondet_double();
    if (x != x) reach_error();
    return 0;
}
