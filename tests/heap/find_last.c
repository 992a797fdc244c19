// The last node of a list with a given value.
// planted: false(valid-deref)
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

static struct node *find_last(struct node *list, int value)
{
    struct node *found = NULL;
    for (struct node *n = list; n; n = n->next)
        if (n->value == value)
            found = n;
    return found;
}

int main(void)
{
    struct node *list = NULL;
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++) {
        struct node *new = malloc(sizeof *new);
        if (!new)
            abort();
        new->value = i % 2;
        new->next = list;
        list = new;
    }
    struct node *last = find_last(list, 1);
#ifdef PLANTED
    if (list)
#else
    if (last)
#endif
        assert(last->value == 1);
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
