// A stack in a list; what is pushed is popped in the other order.
// planted: false(unreach-call)
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct entry {
    int value;
    struct entry *below;
};

static struct entry *top;

static void push(int value)
{
    struct entry *e = malloc(sizeof *e);
    if (e == NULL)
        exit(1);
    e->value = value;
    e->below = top;
    top = e;
}

static int pop(void)
{
    assert(top != NULL);
    struct entry *e = top;
    int value = e->value;
    top = e->below;
    free(e);
    return value;
}

int main(void)
{
    int values[5];
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 5)
        return 0;
    for (int i = 0; i < n; i++) {
        values[i] = __VERIFIER_nondet_int();
        push(values[i]);
    }
#ifdef PLANTED
    for (int i = 0; i < n; i++)
        assert(pop() == values[i]);
#else
    for (int i = n; i > 0; i--)
        assert(pop() == values[i - 1]);
#endif
    assert(top == NULL);
    return 0;
}
