// Base 64, both ways.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static int value_of(unsigned char c)
{
    if (c >= 'A' && c <= 'Z')
        return c - 'A';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 26;
    if (c >= '0' && c <= '9')
        return c - '0' + 52;
    assert(c == '+' || c == '/' || c == '='); // BUG assertion: 1,33
    return c == '+' ? 62 : c == '/' ? 63 : -1;
}

static int group(const unsigned char *in)
{
    int all = value_of(in[0]) << 18; // BUG shift: 1,61
    all |= value_of(in[1]) << 12; // BUG shift: 1,65,61
    return all | value_of(in[2]) << 6; // BUG shift: 1,65,65,61
}

int main(void)
{
    unsigned char in[3];
    int what = __VERIFIER_nondet_uchar() & 1;
    for (int i = 0; i < 3; i++)
        in[i] = __VERIFIER_nondet_uchar();
    if (what)
        return 1000 / group(in); // BUG division: 1,65,65,65
    int index = in[0] >> 2 | (in[1] & 15) << 4;
    return letters[index]; // BUG access: 0,0,5
}
