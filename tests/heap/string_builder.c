// A buffer that grows as characters are added.
// planted: false(valid-deref)
#include <assert.h>
#include <stdlib.h>
#include <string.h>

extern char __VERIFIER_nondet_char(void);

struct builder {
    char *text;
    size_t length, room;
};

static void add(struct builder *b, char c)
{
#ifdef PLANTED
    if (b->length >= b->room) {
#else
    if (b->length + 1 >= b->room) {
#endif
        size_t room = b->room ? 2 * b->room : 4;
        char *text = realloc(b->text, room);
        if (!text)
            abort();
        b->text = text;
        b->room = room;
    }
    b->text[b->length++] = c;
    b->text[b->length] = '\0';
}

int main(void)
{
    struct builder b = {NULL, 0, 0};
    for (int i = 0; i < 7; i++) {
        char c = __VERIFIER_nondet_char();
        if (c == '\0')
            break;
        add(&b, c);
    }
    assert(!b.text || strlen(b.text) == b.length);
    free(b.text);
    return 0;
}
