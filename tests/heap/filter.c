// Negative numbers are taken out of a list.
// planted: false(valid-memtrack)
// property: memsafety.prp
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);

struct node {
    int value;
    struct node *next;
};

static void filter(struct node **at)
{
    while (*at) {
        struct node *n = *at;
        if (n->value < 0) {
            *at = n->next;
#ifndef PLANTED
            free(n);
#endif
        } else {
            at = &n->next;
        }
    }
}

int main(void)
{
    struct node *list = NULL;
    while (__VERIFIER_nondet_bool()) {
        struct node *n = malloc(sizeof *n);
        if (!n)
            abort();
        n->value = __VERIFIER_nondet_int();
        n->next = list;
        list = n;
    }
    filter(&list);
    while (list) {
        struct node *n = list;
        assert(n->value >= 0);
        list = n->next;
        free(n);
    }
    return 0;
}
