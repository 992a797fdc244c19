// verdict: safe
// must-decide: auto
// se: safe
// covers: a conversion to an integer type that does not hold the value ends the execution
double __VERIFIER_nondet_double(void);
void reach_error(void) {}

int main(void) {
    double x = __VERIFIER_nondet_double();
    signed char c = (signed char)x;
    if (x > 128.0 || x < -129.0 || x != x) reach_error();
    return c;
}
