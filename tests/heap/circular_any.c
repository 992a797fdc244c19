// A ring of any number of nodes is built, walked once around and freed.
// planted: false(valid-deref)
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);

struct node {
    int value;
    struct node *next;
};

int main(void)
{
    struct node *head = malloc(sizeof *head);
    if (!head)
        return 1;
    head->value = 0;
    head->next = head;
    while (__VERIFIER_nondet_bool()) {
        struct node *n = malloc(sizeof *n);
        if (!n)
            abort();
        n->value = __VERIFIER_nondet_int();
        n->next = head->next;
        head->next = n;
    }
    int negative = 0;
    for (struct node *n = head->next; n != head; n = n->next)
        if (n->value < 0)
            negative = 1;

    struct node *n = head->next;
#ifdef PLANTED
    while (n != NULL) {
#else
    while (n != head) {
#endif
        struct node *next = n->next;
        free(n);
        n = next;
    }
    free(head);
    return negative;
}
