// Options of a command line as a list; the last value counts.
// planted: false(valid-deref)
#include <assert.h>
#include <stdlib.h>
#include <string.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

struct option {
    const char *name;
    int value;
    struct option *next;
};

static struct option *list;

static struct option *find(const char *name)
{
    struct option *o = list;
#ifdef PLANTED
    while (strcmp(o->name, name) != 0)
#else
    while (o && strcmp(o->name, name) != 0)
#endif
        o = o->next;
    return o;
}

static void set(const char *name, int value)
{
    struct option *o = find(name);
    if (!o) {
        o = malloc(sizeof *o);
        if (!o)
            exit(1);
        o->name = name;
        o->next = list;
        list = o;
    }
    o->value = value;
}

int main(void)
{
    static const char *const names[] = {"depth", "width", "help"};
    int last = -1;
    for (int i = 0; i < 4; i++) {
        unsigned which = __VERIFIER_nondet_uchar() % 3;
        set(names[which], i);
        if (which == 1)
            last = i;
    }
    if (last >= 0)
        assert(find("width")->value == last);
    while (list) {
        struct option *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
