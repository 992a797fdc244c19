// Sums the fields of a line with numbers.
// slow
#include <assert.h>
#include <ctype.h>

extern char __VERIFIER_nondet_char(void);

static int number(const char *text, int *at)
{
    int value = 0;
    while (isdigit((unsigned char)text[*at])) {
        value = value * 10 + (text[*at] - '0');
        (*at)++;
    }
    return value;
}

int main(void)
{
    char line[10];
    int fields[4] = {0, 0, 0, 0};
    for (int i = 0; i < 9; i++)
        line[i] = __VERIFIER_nondet_char();
    line[9] = 0;
    int at = 0, n = 0;
    for (;;) {
        fields[n++] = number(line, &at); // BUG access: 44,44,44,44,44
        if (line[at] != ',')
            break;
        at++;
    }
    assert(line[at] == 0); // BUG assertion: 49,65
    int share = fields[0] / fields[1]; // BUG division: 48,44,48
    return share > 3;
}
