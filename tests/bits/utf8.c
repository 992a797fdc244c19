// A character as UTF-8 and back.
// planted: false(unreach-call)
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

static int encode(unsigned c, unsigned char *out)
{
    if (c < 0x80) {
        out[0] = c;
        return 1;
    }
    if (c < 0x800) {
        out[0] = 0xc0 | c >> 6;
        out[1] = 0x80 | (c & 0x3f);
        return 2;
    }
    if (c < 0x10000) {
        out[0] = 0xe0 | c >> 12;
        out[1] = 0x80 | (c >> 6 & 0x3f);
        out[2] = 0x80 | (c & 0x3f);
        return 3;
    }
    out[0] = 0xf0 | c >> 18;
    out[1] = 0x80 | (c >> 12 & 0x3f);
    out[2] = 0x80 | (c >> 6 & 0x3f);
    out[3] = 0x80 | (c & 0x3f);
    return 4;
}

static int decode(const unsigned char *in, unsigned *c)
{
#ifdef PLANTED
    int n = in[0] < 0x80 ? 1 : in[0] < 0xe0 ? 2 : in[0] <= 0xf0 ? 3 : 4;
#else
    int n = in[0] < 0x80 ? 1 : in[0] < 0xe0 ? 2 : in[0] < 0xf0 ? 3 : 4;
#endif
    *c = n == 1 ? in[0] : in[0] & (0x7f >> n);
    for (int i = 1; i < n; i++)
        *c = *c << 6 | (in[i] & 0x3f);
    return n;
}

int main(void)
{
    unsigned char text[4];
    unsigned c = __VERIFIER_nondet_uint(), back;
    if (c > 0x10ffff || (c >= 0xd800 && c <= 0xdfff))
        return 0;
    int n = encode(c, text);
    assert(decode(text, &back) == n);
    assert(back == c);
    return 0;
}
