// A text of any length in chunks of eight characters.
// planted: false(valid-deref)
#include <stdlib.h>

extern char __VERIFIER_nondet_char(void);

#define CHUNK 8

struct chunk {
    char text[CHUNK];
    int used;
    struct chunk *next;
};

static struct chunk *fresh(void)
{
    struct chunk *c = malloc(sizeof *c);
    if (!c)
        abort();
    c->used = 0;
    c->next = NULL;
    return c;
}

int main(void)
{
    struct chunk *first = fresh(), *last = first;
    char c;
    while ((c = __VERIFIER_nondet_char()) != '\0') {
#ifdef PLANTED
        if (last->used > CHUNK) {
#else
        if (last->used == CHUNK) {
#endif
            last->next = fresh();
            last = last->next;
        }
        last->text[last->used++] = c;
    }
    while (first) {
        struct chunk *next = first->next;
        free(first);
        first = next;
    }
    return 0;
}
