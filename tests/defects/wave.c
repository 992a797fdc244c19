// Samples of sound: mixing, mean and volume.
extern short __VERIFIER_nondet_short(void);
extern int __VERIFIER_nondet_int(void);

#define SAMPLES 4

static int mixed(const short *a, const short *b, short *out, int n)
{
    int loud = 0;
    for (int i = 0; i < n; i++) {
        out[i] = (short)((a[i] + b[i]) / 2); // BUG access: 5,0,0,0,0
        if (out[i] > loud)
            loud = out[i];
    }
    return loud;
}

static int amplified(int sample, int times)
{
    return sample * times; // BUG overflow: 1,32767,0,0,0,65539
}

int main(void)
{
    short a[SAMPLES], b[SAMPLES], out[SAMPLES];
    int n = __VERIFIER_nondet_int();
    if (n > 8)
        return 1;
    for (int i = 0; i < SAMPLES; i++) {
        a[i] = __VERIFIER_nondet_short();
        b[i] = a[i];
    }
    int loud = mixed(a, b, out, n);
    int volume = amplified(loud, __VERIFIER_nondet_int());
    int mean = volume / n; // BUG division: 0
    int steps = 1 << (loud & 31); // BUG overflow: 1,31
    return mean > steps;
}
