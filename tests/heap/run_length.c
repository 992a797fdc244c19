// Run-length encoding and back.
// planted: false(valid-deref)
// slow: safe
#include <assert.h>
#include <string.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

#define N 5

static int encode(const unsigned char *in, int n, unsigned char *out)
{
    int size = 0;
    for (int i = 0; i < n;) {
        unsigned char run = 1;
        while (i + run < n && in[i + run] == in[i])
            run++;
        out[size++] = run;
        out[size++] = in[i];
        i += run;
    }
    return size;
}

static int decode(const unsigned char *in, int n, unsigned char *out)
{
    int size = 0;
    for (int i = 0; i < n; i += 2)
        for (int k = 0; k < in[i]; k++)
            out[size++] = in[i + 1];
    return size;
}

int main(void)
{
#ifdef PLANTED
    unsigned char text[N], code[2 * N - 2], back[N];
#else
    unsigned char text[N], code[2 * N], back[N];
#endif
    for (int i = 0; i < N; i++)
        text[i] = __VERIFIER_nondet_uchar();
    int size = encode(text, N, code);
    assert(decode(code, size, back) == N);
    assert(memcmp(text, back, N) == 0);
    return 0;
}
