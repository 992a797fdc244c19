// Reads bytes in hexadecimal.
#include <string.h>

extern char __VERIFIER_nondet_char(void);

static int digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return -1;
}

static int decode(const char *text, unsigned char *out)
{
    int n = 0;
    for (int i = 0; text[i]; i += 2) {
        int value = digit(text[i]) << 4; // BUG shift: 120
        value |= digit(text[i + 1]);
        out[n++] = (unsigned char)value; // BUG access: 49,49,49,49,49,49,49,49
    }
    return n;
}

int main(void)
{
    char text[10];
    unsigned char bytes[3];
    for (int i = 0; i < 9; i++)
        text[i] = __VERIFIER_nondet_char();
    text[9] = 0;
    int n = decode(text, bytes);
    return n == 3 && bytes[0] == bytes[2];
}
