// Copies of words, counted and joined.
#include <stdlib.h>
#include <string.h>

extern char __VERIFIER_nondet_char(void);
extern unsigned __VERIFIER_nondet_uint(void);

static char *copy(const char *word)
{
    char *new = malloc(strlen(word)); /* no place for the end */
    if (!new)
        exit(1);
    strcpy(new, word); // BUG access: 122,0,0,0,0,1
    return new;
}

static char *shorter(const char *word, unsigned n)
{
    char *new = malloc(n + 1);
    if (!new)
        exit(1);
    memcpy(new, word, n); // BUG access: 97,98,99,100,101,9
    new[n] = 0;
    return new;
}

int main(void)
{
    char word[6];
    for (int i = 0; i < 5; i++)
        word[i] = __VERIFIER_nondet_char();
    word[5] = 0;
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 9)
        return 0;
    char *s = shorter(word, n);
    if (s[0] == 'z') {
        char *other = copy(s);
        free(other);
    }
    if (s[0] == 'y')
        free(s);
    free(s); // BUG free: 121,0,0,0,0,1
    return 0;
}
