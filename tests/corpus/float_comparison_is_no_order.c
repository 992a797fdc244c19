// verdict: unsafe
// inputs: 4294967290,0
// must-decide: bmc, auto
// covers: neither less, nor greater, nor equal: only a NaN
void assert(int);
float __VERIFIER_nondet_float(void);
int main(void) {
    float x = __VERIFIER_nondet_float(), y = __VERIFIER_nondet_float();
    assert(x < y || x > y || x == y);
    return 0;
}
