// A pool of blocks with a list of free ones, by index.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

#define BLOCKS 4

static int next[BLOCKS], used[BLOCKS], first;

static int take(void)
{
    int block = first;
    first = next[block]; // BUG access: 0,0,0,0,0
    used[block] = 1;
    return block;
}

static void give(int block)
{
    assert(used[block]); // BUG assertion: 1,1
    used[block] = 0;
    next[block] = first;
    first = block;
}

int main(void)
{
    for (int i = 0; i < BLOCKS; i++)
        next[i] = i + 1 < BLOCKS ? i + 1 : -1;
    int taken = 0;
    for (int step = 0; step < 5; step++) {
        unsigned char what = __VERIFIER_nondet_uchar();
        if (what == 0)
            taken = take();
        else if (what == 1)
            give(taken);
        else
            break;
    }
    int load = BLOCKS;
    for (int i = 0; i < BLOCKS; i++)
        load -= used[i];
    return 60 / (load - 2); // BUG division: 0,0,2
}
