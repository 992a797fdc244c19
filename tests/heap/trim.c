// Blanks at both ends of a string are removed.
// planted: false(valid-free)
#include <assert.h>
#include <stdlib.h>
#include <string.h>

extern char __VERIFIER_nondet_char(void);

static char *trim(char *s)
{
    while (*s == ' ')
        s++;
    char *end = s + strlen(s);
    while (end > s && end[-1] == ' ')
        *--end = '\0';
    return s;
}

int main(void)
{
    char *s = malloc(7);
    if (!s)
        return 1;
    for (int i = 0; i < 6; i++) {
        s[i] = __VERIFIER_nondet_char();
        if (s[i] == '\0')
            s[i] = ' ';
    }
    s[6] = '\0';
    char *t = trim(s);
    assert(t[0] != ' ');
    assert(t[0] == '\0' || t[strlen(t) - 1] != ' ');
#ifdef PLANTED
    free(t);
#else
    free(s);
#endif
    return 0;
}
