// A pool of eight blocks with a bit for each that is in use.
// planted: false(valid-deref)
// slow: safe
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

#define BLOCKS 8

static struct {
    int owner, uses;
} blocks[BLOCKS];
static unsigned in_use;

static int take(int owner)
{
    int i = 0;
#ifdef PLANTED
    while (in_use & 1u << i)
        i++;
#else
    while (i < BLOCKS && in_use & 1u << i)
        i++;
    if (i == BLOCKS)
        return -1;
#endif
    in_use |= 1u << i;
    blocks[i].owner = owner;
    return i;
}

static void give_back(int i)
{
    assert(in_use & 1u << i);
    in_use &= ~(1u << i);
    blocks[i].owner = 0;
}

int main(void)
{
    int mine[10], count = 0;
    for (int step = 0; step < 10; step++) {
        if (__VERIFIER_nondet_uchar() < 200) {
            int i = take(step + 1);
            if (i >= 0)
                mine[count++] = i;
        } else if (count > 0) {
            give_back(mine[--count]);
        }
    }
    for (int i = 0; i < count; i++)
        assert(blocks[mine[i]].owner > 0);
    return 0;
}
