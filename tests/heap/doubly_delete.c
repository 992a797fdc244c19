// A node is taken out of a doubly linked list, wherever it is.
// planted: false(valid-deref)
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct item {
    int key;
    struct item *prev, *next;
};

struct list {
    struct item *first, *last;
};

static void append(struct list *l, int key)
{
    struct item *it = calloc(1, sizeof *it);
    if (!it)
        exit(1);
    it->key = key;
    it->prev = l->last;
    if (l->last)
        l->last->next = it;
    else
        l->first = it;
    l->last = it;
}

static void delete(struct list *l, struct item *it)
{
    if (it->prev)
        it->prev->next = it->next;
    else
        l->first = it->next;
#ifdef PLANTED
    it->next->prev = it->prev;
#else
    if (it->next)
        it->next->prev = it->prev;
    else
        l->last = it->prev;
#endif
    free(it);
}

int main(void)
{
    struct list l = {NULL, NULL};
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++)
        append(&l, __VERIFIER_nondet_int());
    int key = __VERIFIER_nondet_int();
    struct item *it = l.first;
    while (it && it->key != key)
        it = it->next;
    if (it)
        delete(&l, it);
    while (l.first)
        delete(&l, l.first);
    return 0;
}
