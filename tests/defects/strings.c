// Strings with their lengths, which grow.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern char __VERIFIER_nondet_char(void);

struct string {
    char *text;
    unsigned length, room;
};

static void append(struct string *s, char c)
{
    if (s->length + 1 > s->room) {
        s->room = s->room * 2;
        s->text = realloc(s->text, s->room);
        if (!s->text)
            exit(1);
    }
    s->text[s->length++] = c;
    s->text[s->length] = 0; // BUG access: 2,2,97,98
}

static void drop(struct string *s, unsigned n)
{
    s->length -= n;
    s->text[s->length] = 0; // BUG access: 4,1,97,2
}

int main(void)
{
    struct string s = {0, 0, 0};
    s.room = __VERIFIER_nondet_uint();
    if (s.room < 2 || s.room > 4)
        return 1;
    s.text = malloc(s.room);
    if (!s.text)
        return 1;
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 3)
        return 1;
    for (unsigned i = 0; i < n; i++)
        append(&s, __VERIFIER_nondet_char());
    unsigned away = __VERIFIER_nondet_uint();
    if (away <= 2)
        drop(&s, away);
    char *old = s.text;
    free(s.text);
    if (n == 1 && away == 0)
        free(old); // BUG free: 4,1,97,0
    return n == 3 ? old[0] : 0; // BUG access: 4,3,97,98,99,0
}
