// Tasks sorted by priority; the most urgent one comes out first.
// planted: false(unreach-call)
// slow: safe
#include <assert.h>
#include <stdlib.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

struct task {
    unsigned char priority;
    struct task *next;
};

static void enter(struct task **list, unsigned char priority)
{
    struct task *t = malloc(sizeof *t);
    if (!t)
        abort();
    t->priority = priority;
    struct task *prev = NULL, *next = *list;
    while (next && next->priority >= priority) {
        prev = next;
        next = next->next;
    }
    t->next = next;
    if (prev)
        prev->next = t;
#ifndef PLANTED
    else
#endif
        *list = t;
}

static int take(struct task **list)
{
    struct task *t = *list;
    int priority = t->priority;
    *list = t->next;
    free(t);
    return priority;
}

int main(void)
{
    struct task *list = NULL;
    int taken = 0;
    for (int i = 0; i < 4; i++)
        enter(&list, __VERIFIER_nondet_uchar());
    int before = 255;
    while (list) {
        int priority = take(&list);
        assert(priority <= before);
        before = priority;
        taken++;
    }
    assert(taken == 4);
    return 0;
}
