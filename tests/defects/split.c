// Splits a line into words, as small shells do.
// slow
#include <string.h>

extern char __VERIFIER_nondet_char(void);

#define WORDS 3
#define LENGTH 8

static int split(char *line, char *words[])
{
    int n = 0;
    char *at = line;
    while (*at) {
        while (*at == ' ')
            *at++ = 0;
        if (*at) {
            words[n] = at; // BUG access: 97,32,97,32,97,32,97
            n++;
        }
        while (*at && *at != ' ')
            at++;
    }
    return n;
}

int main(void)
{
    char line[LENGTH];
    char *words[WORDS];
    for (int i = 0; i < LENGTH - 1; i++)
        line[i] = __VERIFIER_nondet_char();
    line[LENGTH - 1] = 0;
    int n = split(line, words);
    if (n == 2) {
        int option = words[1][0] == '-';
        char level = words[1][option + 1]; // BUG access: 32,32,32,97,32,32,45
        int per = 1000 / (level - 'x'); // BUG division: 97,32,45,97,120
        return per & 1;
    }
    char last = words[n - 1][0]; // BUG access: 0
    return last == 'q';
}
