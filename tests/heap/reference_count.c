// Objects with a count of their users; the last one frees.
// planted: false(valid-deref)
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct shared {
    int users;
    int value;
};

static struct shared *create(int value)
{
    struct shared *s = malloc(sizeof *s);
    if (!s)
        abort();
    s->users = 1;
    s->value = value;
    return s;
}

static struct shared *retain(struct shared *s)
{
    s->users++;
    return s;
}

static void release(struct shared *s)
{
    assert(s->users > 0);
    if (--s->users == 0)
        free(s);
}

int main(void)
{
    struct shared *a = create(__VERIFIER_nondet_int());
    struct shared *b = create(__VERIFIER_nondet_int());
    for (int i = 0; i < 3; i++) {
        struct shared *old = b;
        if (__VERIFIER_nondet_int() > 0)
            b = retain(a);
        else
            b = create(i);
        release(old);
    }
#ifdef PLANTED
    release(a);
    int same = a->value == b->value;
#else
    int same = a->value == b->value;
    release(a);
#endif
    release(b);
    return same;
}
