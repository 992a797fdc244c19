// Intervals that touch are joined in a list.
// planted: false(valid-deref)
// slow: safe
#include <assert.h>
#include <stdlib.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

struct interval {
    int low, high;
    struct interval *next;
};

static struct interval *make(int low, int high, struct interval *next)
{
    struct interval *i = malloc(sizeof *i);
    if (!i)
        abort();
    i->low = low;
    i->high = high;
    i->next = next;
    return i;
}

static void join(struct interval *i)
{
    while (i && i->next) {
        struct interval *next = i->next;
        if (next->low <= i->high + 1) {
            if (next->high > i->high)
                i->high = next->high;
#ifndef PLANTED
            i->next = next->next;
#endif
            free(next);
        } else {
            i = next;
        }
    }
}

int main(void)
{
    struct interval *list = NULL;
    int at = 1000;
    for (int i = 0; i < 4; i++) {
        int high = at - __VERIFIER_nondet_uchar();
        int low = high - __VERIFIER_nondet_uchar();
        list = make(low, high, list);
        at = low;
    }
    join(list);
    while (list) {
        struct interval *next = list->next;
        assert(list->low <= list->high);
        free(list);
        list = next;
    }
    return 0;
}
