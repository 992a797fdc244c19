// Base 64: three bytes become four letters and three bytes again.
// planted: false(unreach-call)
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static int value_of(char c)
{
    if (c >= 'A' && c <= 'Z')
        return c - 'A';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 26;
    if (c >= '0' && c <= '9')
        return c - '0' + 52;
#ifdef PLANTED
    return c == '-' ? 62 : 63;
#else
    return c == '+' ? 62 : 63;
#endif
}

static void encode(const unsigned char *in, char *out)
{
    unsigned group = (unsigned)in[0] << 16 | in[1] << 8 | in[2];
    for (int i = 0; i < 4; i++)
        out[i] = letters[group >> (18 - 6 * i) & 63];
}

static void decode(const char *in, unsigned char *out)
{
    unsigned group = 0;
    for (int i = 0; i < 4; i++)
        group = group << 6 | value_of(in[i]);
    for (int i = 0; i < 3; i++)
        out[i] = group >> (16 - 8 * i);
}

int main(void)
{
    unsigned char in[3], out[3];
    char text[4];
    for (int i = 0; i < 3; i++)
        in[i] = __VERIFIER_nondet_uchar();
    encode(in, text);
    decode(text, out);
    for (int i = 0; i < 3; i++)
        assert(in[i] == out[i]);
    return 0;
}
