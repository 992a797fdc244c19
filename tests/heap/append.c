// One list of any length is appended to another.
// planted: false(valid-deref)
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

static struct node *make(void)
{
    struct node *head = NULL;
    int value;
    while ((value = __VERIFIER_nondet_int()) != 0) {
        struct node *n = malloc(sizeof(struct node));
        if (!n)
            exit(1);
        n->value = value;
        n->next = head;
        head = n;
    }
    return head;
}

static struct node *append(struct node *a, struct node *b)
{
#ifndef PLANTED
    if (!a)
        return b;
#endif
    struct node *last = a;
    while (last->next)
        last = last->next;
    last->next = b;
    return a;
}

int main(void)
{
    struct node *list = append(make(), make());
    while (list) {
        struct node *n = list;
        list = n->next;
        free(n);
    }
    return 0;
}
