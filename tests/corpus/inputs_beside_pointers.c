// verdict: safe
// data-model: ILP32
// options: --check memory
// covers: numbers that are read as inputs lie where other objects of a class have pointers; they are no addresses
// must-decide: auto
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct link { struct link *next, *prev; };
struct node { int value; struct link link; };

static struct link list = {&list, &list};

static void add(int value) {
    struct node *node = malloc(sizeof *node);
    if (!node) abort();
    node->value = value;
    node->link.next = list.next;
    node->link.prev = &list;
    list.next->prev = &node->link;
    list.next = &node->link;
}

int main(void) {
    add(__VERIFIER_nondet_int());
    add(__VERIFIER_nondet_int());
    int sum = 0;
    for (struct link *at = list.next; at != &list; at = at->next) {
        struct node *node = (struct node *)((char *)at - (unsigned long)&((struct node *)0)->link);
        sum ^= node->value;
    }
    return sum > 5;
}
