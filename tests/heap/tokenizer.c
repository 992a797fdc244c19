// Words of a line become entries of a table.
// planted: false(valid-deref)
// slow: safe
#include <assert.h>

extern char __VERIFIER_nondet_char(void);

#define LENGTH 7
#define WORDS 4

int main(void)
{
    char line[LENGTH + 1];
    char *words[WORDS];
    int count = 0;
    for (int i = 0; i < LENGTH; i++)
        line[i] = __VERIFIER_nondet_char();
    line[LENGTH] = '\0';

    char *p = line;
    for (;;) {
        while (*p == ' ')
            p++;
        if (*p == '\0' || count == WORDS)
            break;
        words[count++] = p;
        while (*p && *p != ' ')
            p++;
#ifdef PLANTED
        *p++ = '\0';
#else
        if (*p)
            *p++ = '\0';
#endif
    }
    for (int i = 0; i < count; i++)
        assert(words[i][0] != ' ' && words[i][0] != '\0');
    return 0;
}
