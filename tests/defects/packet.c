// Packets of type, length and payload.
// slow
#include <assert.h>
#include <string.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

#define LENGTH 12

struct state {
    unsigned char name[4];
    int total, count;
};

static int field(struct state *s, const unsigned char *at, int left)
{
    int type = at[0], length = at[1]; // BUG access: 5,9,0,0,0,0,0,0,0,0,0,7
    switch (type) {
    case 1:
        memcpy(s->name, at + 2, length); // BUG access: 1,200
        break;
    case 2:
        for (int i = 0; i < length; i++)
            s->total += at[2 + i]; // BUG access: 2,11
        s->count++;
        break;
    case 3:
        return -1;
    default:
        assert(type < 64); // BUG assertion: 64
    }
    return left - (length + 2);
}

int main(void)
{
    unsigned char data[LENGTH];
    struct state s = {{0}, 0, 0};
    for (int i = 0; i < LENGTH; i++)
        data[i] = __VERIFIER_nondet_uchar();
    int left = LENGTH;
    while (left > 0)
        left = field(&s, data + LENGTH - left, left);
    return s.total / s.count; // BUG division: 3
}
