// A sparse vector as a list sorted by index.
// planted: false(unreach-call)
// slow: safe
// open: safe: bounded, but pointers to links make too many ways through the heap
#include <assert.h>
#include <stdlib.h>

extern unsigned char __VERIFIER_nondet_uchar(void);
extern short __VERIFIER_nondet_short(void);

struct term {
    int index, value;
    struct term *next;
};

static void add(struct term **at, int index, int value)
{
    while (*at && (*at)->index < index)
        at = &(*at)->next;
#ifdef PLANTED
    if (*at) {
#else
    if (*at && (*at)->index == index) {
#endif
        (*at)->value += value;
        return;
    }
    struct term *t = malloc(sizeof *t);
    if (!t)
        abort();
    t->index = index;
    t->value = value;
    t->next = *at;
    *at = t;
}

static int get(const struct term *t, int index)
{
    while (t && t->index < index)
        t = t->next;
    return t && t->index == index ? t->value : 0;
}

int main(void)
{
    struct term *v = NULL;
    int dense[4] = {0};
    for (int i = 0; i < 3; i++) {
        int index = __VERIFIER_nondet_uchar() & 3, value = __VERIFIER_nondet_short();
        add(&v, index, value);
        dense[index] += value;
    }
    for (int i = 0; i < 4; i++)
        assert(get(v, i) == dense[i]);
    while (v) {
        struct term *next = v->next;
        free(v);
        v = next;
    }
    return 0;
}
