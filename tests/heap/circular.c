// Players in a ring; every third one leaves until one is left.
// planted: false(valid-free)
#include <assert.h>
#include <stdlib.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

struct player {
    int number;
    struct player *next;
};

static struct player *ring(int count)
{
    struct player *last = NULL;
    for (int i = 0; i < count; i++) {
        struct player *p = malloc(sizeof *p);
        if (!p)
            exit(1);
        p->number = i;
        if (last) {
            p->next = last->next;
            last->next = p;
        } else {
            p->next = p;
        }
        last = p;
    }
    return last;
}

int main(void)
{
    int count = __VERIFIER_nondet_uchar() % 6 + 1;
    struct player *last = ring(count);
    while (last->next != last) {
        last = last->next->next;
        struct player *out = last->next;
        last->next = out->next;
        free(out);
        count--;
    }
    assert(count == 1);
#ifdef PLANTED
    free(last->next);
#endif
    free(last);
    return 0;
}
