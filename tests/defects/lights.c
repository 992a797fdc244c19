// Traffic lights as a state machine.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);
extern int __VERIFIER_nondet_int(void);

enum light { RED, AMBER, GREEN, OFF };

static const int seconds[3] = {30, 3, 20};

static enum light after(enum light now, int event)
{
    switch (now) {
    case RED:
        return event ? OFF : GREEN;
    case GREEN:
        return AMBER;
    case AMBER:
        return event == 2 ? GREEN : RED;
    default:
        return OFF;
    }
}

int main(void)
{
    enum light a = RED, b = GREEN;
    int clock = __VERIFIER_nondet_int();
    for (int i = 0; i < 3; i++) {
        int event = __VERIFIER_nondet_uchar() % 3;
        a = after(a, event);
        b = after(b, event);
        assert(a != GREEN || b != GREEN);
        clock += seconds[a]; // BUG access: 0,1; overflow: 2147483647
    }
    return 60 / clock; // BUG division: -53,0,0,0
}
