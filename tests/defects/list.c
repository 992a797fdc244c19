// A list of records that are removed while it is walked.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int key;
    struct node *next;
};

static struct node *cons(int key, struct node *next)
{
    struct node *n = malloc(sizeof *n);
    if (!n)
        exit(1);
    n->key = key;
    n->next = next;
    return n;
}

static struct node *find(struct node *list, int key)
{
    while (list->key != key) // BUG access: 1,2,3,4
        list = list->next;
    return list;
}

static struct node *removed(struct node *list, int key)
{
    struct node *before = 0;
    for (struct node *n = list; n; before = n, n = n->next) {
        if (n->key == key) {
            if (!before)
                list = n->next;
            else
                before->next = n->next;
            free(n);
            return list;
        }
    }
    return list;
}

int main(void)
{
    struct node *list = 0;
    for (int i = 0; i < 3; i++)
        list = cons(__VERIFIER_nondet_int(), list);
    int key = __VERIFIER_nondet_int();
    struct node *found = find(list, key);
    list = removed(list, 7);
    int value = found->key; // BUG access: 7,2,3,7
    if (value == 100)
        free(found);
    if (value > 99) {
        found->key = 0; // BUG access: 100,2,3,100
        free(found);
    }
    return 100 % (value - 50); // BUG division: 50,2,3,50; overflow: -2147483648,2,3,-2147483648
}
