// Counts and decodes characters in UTF-8.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

static int length(unsigned char c)
{
    if (c < 0x80)
        return 1;
    if (c < 0xc0)
        return 0;
    if (c < 0xe0)
        return 2;
    return c < 0xf0 ? 3 : 4;
}

static unsigned decode(const unsigned char *s, int n)
{
    unsigned c = n == 1 ? s[0] : s[0] & (0xff >> (n + 1));
    for (int i = 1; i < n; i++)
        c = c << 6 | (s[i] & 0x3f); // BUG access: 65,65,65,65,65,240
    return c;
}

int main(void)
{
    unsigned char text[6];
    int widths[3] = {0, 0, 0};
    for (int i = 0; i < 6; i++)
        text[i] = __VERIFIER_nondet_uchar();
    for (int i = 0; i < 6;) {
        int n = length(text[i]);
        if (n == 0)
            return 100 / (text[i] - 0x80); // BUG division: 128
        unsigned c = decode(text + i, n);
        assert(c <= 0x10ffff); // BUG assertion: 247,191,191,191
        widths[n - 1]++; // BUG access: 240,144,128,128
        i += n;
    }
    return widths[0];
}
