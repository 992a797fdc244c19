// verdict: unsafe
// must-decide: auto, ufo
// inputs: 1266970318
// se: unsafe
// covers: a number that equals itself after one is added
float __VERIFIER_nondet_float(void);
void reach_error(void) {}

int main(void) {
    float x = __VERIFIER_nondet_float();
    if (x > 0.0f && x < 1e10f && x + 1.0f == x) reach_error();
    return 0;
}
