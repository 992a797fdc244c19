// verdict: safe
// must-decide: auto
// se: safe
// covers: an arbitrary number: what holds of all of them, NaN included
float __VERIFIER_nondet_float(void);
void reach_error(void) {}

int main(void) {
    float x = __VERIFIER_nondet_float();
    if (x > 1.0f && x < 2.0f) {
        float y = x - 1.0f;
        if (!(y > 0.0f && y < 1.0f)) reach_error();
    }
    return 0;
}
