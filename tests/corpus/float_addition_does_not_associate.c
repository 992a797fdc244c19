// verdict: unsafe
// inputs: 1071972367,1071775719
// must-decide: bmc, auto
// covers: the order of additions matters for floats
void assert(int);
float __VERIFIER_nondet_float(void);
int main(void) {
    float x = __VERIFIER_nondet_float(), y = __VERIFIER_nondet_float();
    if (!(x >= 1.0f && x <= 2.0f && y >= 1.0f && y <= 2.0f))
        return 0;
    assert((x + y) + 0.25f == x + (y + 0.25f));
    return 0;
}
