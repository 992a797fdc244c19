// An array that grows as needed, of any number of elements.
// planted: false(valid-deref)
// slow: safe
// open: safe: the number of elements and of places, related in a loop that reallocates
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);

struct vector {
    int *items;
    unsigned size, room;
};

static int push(struct vector *v, int item)
{
    if (v->size == v->room) {
        if (v->room > 1000000)
            return 0;
        unsigned room = v->room + v->room / 2 + 4;
#ifdef PLANTED
        int *items = realloc(v->items, (v->room + v->room / 2) * sizeof(int));
#else
        int *items = realloc(v->items, room * sizeof(int));
#endif
        if (!items)
            abort();
        v->items = items;
        v->room = room;
    }
    v->items[v->size++] = item;
    return 1;
}

int main(void)
{
    struct vector v = {NULL, 0, 0};
    while (__VERIFIER_nondet_bool())
        if (!push(&v, __VERIFIER_nondet_int()))
            break;
    assert(v.size <= v.room);
    int positive = 0;
    for (unsigned i = 0; i < v.size; i++)
        if (v.items[i] > 0)
            positive = 1;
    free(v.items);
    return positive;
}
