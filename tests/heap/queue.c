// A queue as a list with a pointer to its last node.
// planted: false(valid-deref)
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

struct queue {
    struct node *head, *tail;
};

static void put(struct queue *q, int value)
{
    struct node *n = malloc(sizeof *n);
    if (!n)
        abort();
    n->value = value;
    n->next = NULL;
    if (q->tail)
        q->tail->next = n;
    else
        q->head = n;
    q->tail = n;
}

static int get(struct queue *q)
{
    struct node *n = q->head;
    int value = n->value;
    q->head = n->next;
#ifndef PLANTED
    if (!q->head)
        q->tail = NULL;
#endif
    free(n);
    return value;
}

int main(void)
{
    struct queue q = {NULL, NULL};
    int command;
    while ((command = __VERIFIER_nondet_int()) != 0) {
        if (command > 0)
            put(&q, command);
        else if (q.head)
            get(&q);
    }
    while (q.head)
        get(&q);
    return 0;
}
