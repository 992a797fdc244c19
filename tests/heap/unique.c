// Neighbours that are equal are removed from a list.
// planted: false(unreach-call)
// slow: safe
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

static void unique(struct node *n)
{
    while (n && n->next) {
        struct node *second = n->next;
        if (second->value == n->value) {
            n->next = second->next;
            free(second);
#ifdef PLANTED
            n = n->next;
#endif
        } else {
            n = second;
        }
    }
}

int main(void)
{
    struct node *list = NULL;
    int count = __VERIFIER_nondet_int();
    for (int i = 0; i < count && i < 5; i++) {
        struct node *n = malloc(sizeof *n);
        if (!n)
            return 1;
        n->value = __VERIFIER_nondet_int();
        n->next = list;
        list = n;
    }
    unique(list);
    while (list) {
        struct node *next = list->next;
        assert(!next || next->value != list->value);
        free(list);
        list = next;
    }
    return 0;
}
