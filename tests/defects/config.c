// Settings by name, with bounds.
#include <assert.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);

struct setting {
    const char *name;
    int least, most, value;
};

static struct setting settings[] = {{"depth", 0, 10, 3}, {"width", 1, 80, 40}, {"rate", 0, 100, 5}, {0, 0, 0, 0}};

static struct setting *find(const char *name)
{
    for (struct setting *s = settings; s->name; s++)
        if (!strncmp(s->name, name, 1))
            return s;
    return 0;
}

static int set(const char *name, int value)
{
    struct setting *s = find(name);
    int old = s->value; // BUG access: 120
    if (value < s->least || value > s->most) {
        int over = value - s->most; // BUG overflow: 100,-2147483648
        return over > 0 ? -1 : -2;
    }
    s->value = value;
    return old;
}

int main(void)
{
    char name[2] = {__VERIFIER_nondet_char(), 0};
    int r = set(name, __VERIFIER_nondet_int());
    assert(r != -2); // BUG assertion: 119,0
    int size = settings[0].value * settings[1].value;
    int per = 60 / settings[2].value; // BUG division: 114,0
    assert(size > 0); // BUG assertion: 100,0
    return per;
}
