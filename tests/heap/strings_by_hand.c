// Strings are duplicated and joined by hand.
// planted: false(valid-deref)
#include <assert.h>
#include <stdlib.h>

extern char __VERIFIER_nondet_char(void);

static size_t length(const char *s)
{
    size_t n = 0;
    while (s[n])
        n++;
    return n;
}

static char *joined(const char *a, const char *b)
{
#ifdef PLANTED
    char *s = malloc(length(a) + length(b));
#else
    char *s = malloc(length(a) + length(b) + 1);
#endif
    if (!s)
        exit(1);
    char *to = s;
    while (*a)
        *to++ = *a++;
    while ((*to++ = *b++))
        ;
    return s;
}

int main(void)
{
    char a[4], b[3];
    for (int i = 0; i < 3; i++)
        a[i] = __VERIFIER_nondet_char();
    for (int i = 0; i < 2; i++)
        b[i] = __VERIFIER_nondet_char();
    a[3] = b[2] = '\0';
    char *s = joined(a, b);
    assert(length(s) == length(a) + length(b));
    assert(s[0] == (a[0] ? a[0] : b[0]));
    free(s);
    return 0;
}
