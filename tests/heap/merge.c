// Two sorted lists become one.
// planted: false(unreach-call)
// slow: safe
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int key;
    struct node *next;
};

static struct node *ascending(int count)
{
    struct node *head = NULL, **end = &head;
    int key = __VERIFIER_nondet_int();
    for (int i = 0; i < count; i++) {
        struct node *n = malloc(sizeof(*n));
        if (!n)
            abort();
        n->key = key;
        n->next = NULL;
        *end = n;
        end = &n->next;
        int next = __VERIFIER_nondet_int();
        if (next > key)
            key = next;
    }
    return head;
}

static struct node *merge(struct node *a, struct node *b)
{
    struct node *head = NULL, **end = &head;
    while (a && b) {
        struct node **smaller = a->key <= b->key ? &a : &b;
        *end = *smaller;
        end = &(*smaller)->next;
        *smaller = (*smaller)->next;
    }
#ifdef PLANTED
    *end = a;
#else
    *end = a ? a : b;
#endif
    return head;
}

int main(void)
{
    struct node *all = merge(ascending(2), ascending(3));
    int count = 0;
    while (all) {
        struct node *next = all->next;
        assert(!next || all->key <= next->key);
        free(all);
        all = next;
        count++;
    }
    assert(count == 5);
    return 0;
}
