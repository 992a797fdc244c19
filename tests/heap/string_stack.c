// A stack of strings, each a copy of its own.
// planted: false(valid-memtrack)
// property: memsafety.prp
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

struct frame {
    char *text;
    struct frame *below;
};

static struct frame *push(struct frame *top, const char *text)
{
    struct frame *f = malloc(sizeof *f);
    char *copy = malloc(strlen(text) + 1);
    if (!f || !copy)
        abort();
    strcpy(copy, text);
    f->text = copy;
    f->below = top;
    return f;
}

static struct frame *pop(struct frame *top)
{
    struct frame *below = top->below;
#ifndef PLANTED
    free(top->text);
#endif
    free(top);
    return below;
}

int main(void)
{
    struct frame *top = NULL;
    int command;
    while ((command = __VERIFIER_nondet_int()) != 0) {
        if (command > 0)
            top = push(top, command % 2 ? "odd" : "even");
        else if (top)
            top = pop(top);
    }
    while (top)
        top = pop(top);
    return 0;
}
