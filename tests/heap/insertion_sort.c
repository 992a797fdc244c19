// A list is sorted by inserting its nodes into a new one.
// planted: false(unreach-call)
// slow: safe
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

#define MAX 4

struct node {
    int value;
    struct node *next;
};

static void insert(struct node **at, struct node *n)
{
#ifdef PLANTED
    if (*at && (*at)->value < n->value)
#else
    while (*at && (*at)->value < n->value)
#endif
        at = &(*at)->next;
    n->next = *at;
    *at = n;
}

static struct node *sort(struct node *list)
{
    struct node *sorted = NULL;
    while (list) {
        struct node *next = list->next;
        insert(&sorted, list);
        list = next;
    }
    return sorted;
}

int main(void)
{
    struct node *list = NULL;
    for (int i = 0; i < MAX; i++) {
        struct node *n = malloc(sizeof *n);
        if (!n)
            return 1;
        n->value = __VERIFIER_nondet_int();
        n->next = list;
        list = n;
    }
    list = sort(list);
    for (struct node *n = list; n->next; n = n->next)
        assert(n->value <= n->next->value);
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
