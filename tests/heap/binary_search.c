// A key is looked for in a sorted array.
// planted: false(valid-deref)
// slow: safe
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

static int search(const int *a, int n, int key)
{
#ifdef PLANTED
    int low = 0, high = n;
#else
    int low = 0, high = n - 1;
#endif
    while (low <= high) {
        int middle = low + (high - low) / 2;
        if (a[middle] == key)
            return middle;
        if (a[middle] < key)
            low = middle + 1;
        else
            high = middle - 1;
    }
    return -1;
}

int main(void)
{
    int a[8], key = __VERIFIER_nondet_int(), next = 0, there = 0;
    for (int i = 0; i < 8; i++) {
        a[i] = next += __VERIFIER_nondet_uchar();
        if (a[i] == key)
            there = 1;
    }
    int at = search(a, 8, key);
    assert((at >= 0) == there);
    assert(at < 0 || a[at] == key);
    return 0;
}
