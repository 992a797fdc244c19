// A hash table with open addressing.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#define SLOTS 4

static int keys[SLOTS], values[SLOTS], used[SLOTS];

static int slot_of(int key)
{
    int slot = key % SLOTS;
    int tries = 0;
    while (used[slot] && keys[slot] != key) { // BUG access: -1
        slot = (slot + 1) % SLOTS;
        tries++;
        assert(tries < SLOTS); // BUG assertion: 1,0,2,0,3,0,4,0,5
    }
    return slot;
}

static void set(int key, int value)
{
    int slot = slot_of(key);
    keys[slot] = key;
    values[slot] = value;
    used[slot] = 1;
}

int main(void)
{
    int last = 0;
    for (int i = 0; i < 5; i++) {
        int key = __VERIFIER_nondet_int();
        if (key == 0)
            break;
        last = __VERIFIER_nondet_int();
        set(key, last);
    }
    int sum = values[0] + values[1]; // BUG overflow: 4,2147483647,1,1
    return 7 % (sum - last); // BUG division: 2,0; overflow: 4,-2147483648,2,1
}
