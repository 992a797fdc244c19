// Numbers are put at the front of a list, which is freed.
// planted: false(valid-deref)
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);

struct node {
    int value;
    struct node *next;
};

static void push(struct node **head, int value)
{
    struct node *n = malloc(sizeof *n);
    if (!n)
        abort();
    n->value = value;
#ifndef PLANTED
    n->next = *head;
#endif
    *head = n;
}

int main(void)
{
    struct node *head = NULL;
    while (__VERIFIER_nondet_bool())
        push(&head, __VERIFIER_nondet_int());

    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}
