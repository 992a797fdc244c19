// verdict: unknown
// covers: a number that is compared with the address of memory in a region
#include <stdlib.h>

extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
};

static int is_high(const void *p)
{
    return (unsigned long)p > 4294967295UL;
}

int main(void)
{
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        if (!n || is_high(n))
            abort();
        n->next = list;
        list = n;
    }
    if (list)
        reach_error();
    return 0;
}
