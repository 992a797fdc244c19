// A list is copied; both are freed.
// planted: false(valid-deref)
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);

struct node {
    struct node *next;
    int value;
};

static struct node *cons(int value, struct node *next)
{
    struct node *n = malloc(sizeof *n);
    if (!n)
        exit(1);
    n->value = value;
    n->next = next;
    return n;
}

static struct node *copy(const struct node *from)
{
    struct node head = {NULL, 0};
    struct node *last = &head;
    for (; from; from = from->next) {
        last->next = cons(from->value, NULL);
        last = last->next;
    }
    return head.next;
}

static void free_all(struct node *list)
{
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
}

int main(void)
{
    struct node *a = NULL;
    while (__VERIFIER_nondet_bool())
        a = cons(__VERIFIER_nondet_int(), a);
#ifdef PLANTED
    struct node *b = a && a->value ? copy(a->next) : a;
#else
    struct node *b = copy(a);
#endif
    free_all(a);
    free_all(b);
    return 0;
}
