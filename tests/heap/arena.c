// Memory that is handed out piece by piece and freed at once.
// planted: false(valid-deref)
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

#define ROOM 60

struct arena {
    char *base;
    size_t used;
};

static void *take(struct arena *a, size_t size)
{
#ifndef PLANTED
    size = (size + 7) / 8 * 8;
#endif
    if (size > ROOM - a->used)
        return NULL;
    void *p = a->base + a->used;
#ifdef PLANTED
    size = (size + 7) / 8 * 8;
#endif
    a->used += size;
    return p;
}

int main(void)
{
    struct arena a = {malloc(ROOM), 0};
    if (!a.base)
        return 1;
    for (int i = 0; i < 5; i++) {
        unsigned size = __VERIFIER_nondet_uint();
        if (size > 20)
            size = 20;
        char *p = take(&a, size);
        if (!p)
            break;
        for (unsigned k = 0; k < size; k++)
            p[k] = (char)i;
    }
    free(a.base);
    return 0;
}
