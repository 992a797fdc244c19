// An elevator that answers calls.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

#define FLOORS 4

struct elevator {
    int floor, direction, open;
    int calls[FLOORS];
};

static void call(struct elevator *e, int floor)
{
    if (floor <= FLOORS)
        e->calls[floor] = 1; // BUG access: 1,4
}

static void step(struct elevator *e)
{
    assert(!e->open || e->direction == 0); // BUG assertion: 2,3
    if (e->calls[e->floor]) { // BUG access: 3,3,3,3,3
        e->open = 1;
        e->calls[e->floor] = 0;
        return;
    }
    e->open = 0;
    e->floor += e->direction;
}

int main(void)
{
    struct elevator e = {0, 0, 0, {0}};
    for (int i = 0; i < 5; i++) {
        unsigned char event = __VERIFIER_nondet_uchar();
        if (event == 0) {
            step(&e);
        } else if (event == 1) {
            call(&e, __VERIFIER_nondet_int());
        } else if (event == 2) {
            e.open = 1;
        } else if (event == 3) {
            e.direction = e.floor < FLOORS ? 1 : -1;
            step(&e);
        }
    }
    int rest = FLOORS - e.floor;
    return 12 / (rest - 1); // BUG division: 3,3,3,9,9
}
