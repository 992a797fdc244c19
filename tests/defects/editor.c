// A line that is edited: inserted into, deleted from, searched.
#include <assert.h>
#include <string.h>

extern char __VERIFIER_nondet_char(void);
extern int __VERIFIER_nondet_int(void);

#define ROOM 6

static char line[ROOM];
static int length;

static void insert(int at, char c)
{
    memmove(line + at + 1, line + at, length - at); // BUG access: 0,1,0,1,0,1,0,1,0,1,0,1,0,1
    line[at] = c;
    length++;
}

static char erased(int at)
{
    char c = line[at]; // BUG access: 1,-1
    memmove(line + at, line + at + 1, ROOM - at - 1);
    length--;
    return c;
}

int main(void)
{
    for (int i = 0; i < 7; i++) {
        int what = __VERIFIER_nondet_int();
        if (what == 0) {
            insert(0, __VERIFIER_nondet_char());
        } else if (what == 1) {
            int at = __VERIFIER_nondet_int();
            if (at < length)
                erased(at);
        } else {
            break;
        }
    }
    assert(length != 3); // BUG assertion: 0,1,0,1,0,1,9
    return 12 / length; // BUG division: 9
}
