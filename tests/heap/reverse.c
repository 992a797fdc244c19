// A list is reversed in place.
// planted: false(valid-memcleanup)
// options: --check memory,leak
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

typedef struct cell {
    unsigned data;
    struct cell *link;
} cell;

static cell *numbers(unsigned n)
{
    cell *list = NULL;
    while (n > 0) {
        cell *c = malloc(sizeof(cell));
        if (c == NULL)
            break;
        c->data = n--;
        c->link = list;
        list = c;
    }
    return list;
}

static cell *reverse(cell *list)
{
    cell *done = NULL;
    while (list != NULL) {
        cell *rest = list->link;
#ifdef PLANTED
        list->link = NULL;
#else
        list->link = done;
#endif
        done = list;
        list = rest;
    }
    return done;
}

static void release(cell *list)
{
    while (list != NULL) {
        cell *gone = list;
        list = list->link;
        free(gone);
    }
}

int main(void)
{
    cell *list = numbers(__VERIFIER_nondet_uint());
    list = reverse(list);
    release(list);
    return 0;
}
