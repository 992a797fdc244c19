// verdict: safe
// must-decide: bmc, auto
// covers: an equation of floats that holds, where there is no NaN
void assert(int);
float __VERIFIER_nondet_float(void);
int main(void) {
    float x = __VERIFIER_nondet_float(), y = __VERIFIER_nondet_float();
    if (!(x > -1000.0f && x < 1000.0f && y > -1000.0f && y < 1000.0f))
        return 0;
    assert(x + y == y + x);
    assert(x + y <= 2000.0f);
    return 0;
}
