// A string is reversed in place; twice gives the same.
// planted: false(unreach-call)
#include <assert.h>
#include <string.h>

extern char __VERIFIER_nondet_char(void);

static void reverse(char *s)
{
#ifdef PLANTED
    size_t i = 0, j = strlen(s);
#else
    size_t i = 0, j = strlen(s);
    if (j > 0)
        j--;
#endif
    while (i < j) {
        char c = s[i];
        s[i++] = s[j];
        s[j--] = c;
    }
}

int main(void)
{
    char s[6], t[6];
    for (int i = 0; i < 5; i++)
        s[i] = __VERIFIER_nondet_char();
    s[5] = '\0';
    strcpy(t, s);
    reverse(s);
    assert(strlen(s) == strlen(t));
    reverse(s);
    assert(strcmp(s, t) == 0);
    return 0;
}
