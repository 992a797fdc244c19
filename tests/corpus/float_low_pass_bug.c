// verdict: unsafe
// must-decide: bmc
// inputs: 1,1090519040,1,1090519040,1,1090519040,0
// covers: a loop over floating-point numbers that leaves its bounds
void assert(int);
int __VERIFIER_nondet_int(void);
float __VERIFIER_nondet_float(void);
int main(void) {
    float level = 0.0f;
    while (__VERIFIER_nondet_int()) {
        float sample = __VERIFIER_nondet_float();
        if (!(sample >= -8.0f && sample <= 8.0f)) continue;
        level = level * 0.75f + sample * 0.5f;
    }
    assert(level >= -8.0f && level <= 8.0f);
    return 0;
}
