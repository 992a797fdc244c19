// Nodes that are given back are kept in a list and used again.
// planted: false(valid-deref)
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

static struct node *spare;

static struct node *get(void)
{
    struct node *n = spare;
    if (n) {
#ifndef PLANTED
        spare = n->next;
#endif
        return n;
    }
    n = malloc(sizeof *n);
    if (!n)
        abort();
    return n;
}

static void put(struct node *n)
{
    n->next = spare;
    spare = n;
}

int main(void)
{
    struct node *used = NULL;
    int command;
    while ((command = __VERIFIER_nondet_int()) != 0) {
        if (command > 0) {
            struct node *n = get();
            n->value = command;
            n->next = used;
            used = n;
        } else if (used) {
            struct node *n = used;
            used = n->next;
            put(n);
        }
    }
    struct node *lists[] = {used, spare};
    for (int i = 0; i < 2; i++) {
        while (lists[i]) {
            struct node *next = lists[i]->next;
            free(lists[i]);
            lists[i] = next;
        }
    }
    return 0;
}
