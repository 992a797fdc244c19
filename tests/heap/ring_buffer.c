// A ring buffer of eight numbers, used in any order for any time.
// planted: false(valid-deref)
// slow: safe
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#define SIZE 8

static int data[SIZE];
static int first, count;

static int put(int value)
{
    if (count == SIZE)
        return 0;
    int at = first + count;
#ifdef PLANTED
    if (at > SIZE)
#else
    if (at >= SIZE)
#endif
        at -= SIZE;
    data[at] = value;
    count++;
    return 1;
}

static int get(int *value)
{
    if (count == 0)
        return 0;
    *value = data[first];
    if (++first == SIZE)
        first = 0;
    count--;
    return 1;
}

int main(void)
{
    int command;
    while ((command = __VERIFIER_nondet_int()) != 0) {
        int value = 0;
        if (command > 0)
            put(command);
        else
            get(&value);
        assert(count >= 0 && count <= SIZE);
    }
    return 0;
}
