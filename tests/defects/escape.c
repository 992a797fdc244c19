// Escapes text for a shell.
// slow
#include <string.h>

extern char __VERIFIER_nondet_char(void);
extern int __VERIFIER_nondet_int(void);

static int escaped(const char *text, char *out, int room)
{
    int n = 0;
    for (; *text; text++) {
        if (n >= room)
            return -1;
        if (*text == '\'' || *text == '\\')
            out[n++] = '\\';
        out[n++] = *text; // BUG access: 97,97,97,97,97,39
    }
    out[n] = 0; // BUG access: 97,97,97,97,97,97
    return n;
}

static int unescaped(char *text)
{
    int to = 0;
    for (int from = 0; text[from]; from++) {
        if (text[from] == '\\')
            from++;
        text[to++] = text[from];
    }
    return to;
}

int main(void)
{
    char text[8], out[6];
    for (int i = 0; i < 7; i++)
        text[i] = __VERIFIER_nondet_char();
    text[7] = 0;
    int n = escaped(text, out, (int)sizeof out);
    if (n < 0)
        return 1;
    int width = __VERIFIER_nondet_int();
    int lines = width / n; // BUG division: 0
    int area = lines * width; // BUG overflow: 97,0,0,0,0,0,0,2147483647
    return area + unescaped(out) > 0;
}
