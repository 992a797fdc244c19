// Run-length encoding and back.
extern unsigned char __VERIFIER_nondet_uchar(void);

static int packed(const unsigned char *in, int n, unsigned char *out)
{
    int to = 0;
    for (int i = 0; i < n;) {
        int run = 1;
        while (in[i + run] == in[i]) // BUG access: 0,1,1,1,1,1,1
            run++;
        out[to++] = (unsigned char)run; // BUG access: 0,1,2,3,4,5,6
        out[to++] = in[i];
        i += run;
    }
    return to;
}

static int unpacked(const unsigned char *in, int n, unsigned char *out)
{
    int to = 0;
    for (int i = 0; i + 1 < n; i += 2)
        for (int k = 0; k < in[i]; k++)
            out[to++] = in[i + 1]; // BUG access: 1,7
    return to;
}

int main(void)
{
    unsigned char data[6], small[6];
    int back = __VERIFIER_nondet_uchar() & 1;
    for (int i = 0; i < 6; i++)
        data[i] = __VERIFIER_nondet_uchar();
    int n = back ? unpacked(data, 6, small) : packed(data, 5, small);
    int ratio = 60 / n; // BUG division: 1
    return ratio >> (n - 3); // BUG shift: 1,1,5,1,5
}
