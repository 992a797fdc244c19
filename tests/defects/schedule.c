// Tasks with deadlines, the nearest first.
// slow
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct task {
    int deadline, cost;
    struct task *next;
};

static struct task *added(struct task *queue, int deadline, int cost)
{
    struct task *t = malloc(sizeof *t);
    if (!t)
        exit(1);
    t->deadline = deadline;
    t->cost = cost;
    struct task **at = &queue;
    while ((*at)->deadline < deadline) // BUG access: 9,1,10
        at = &(*at)->next;
    t->next = *at;
    *at = t;
    return queue;
}

int main(void)
{
    struct task first = {__VERIFIER_nondet_int(), __VERIFIER_nondet_int(), 0};
    struct task *queue = &first;
    for (int i = 0; i < 2; i++) {
        int deadline = __VERIFIER_nondet_int();
        if (deadline == 0)
            break;
        queue = added(queue, deadline, __VERIFIER_nondet_int());
    }
    int now = 0;
    for (struct task *t = queue; t; t = t->next) {
        assert(now <= t->deadline); // BUG assertion: -1
        now += t->cost; // BUG overflow: 2147483647,2147483647,5,1
    }
    struct task *done = queue;
    queue = queue->next;
    free(done); // BUG free: 0,0,0
    return now / queue->cost; // BUG division: 9,0,5,1
}
