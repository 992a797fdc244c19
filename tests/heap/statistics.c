// The largest and the smallest of some numbers.
// planted: false(no-uninitialised-use)
// options: --check memory,overflow,uninit
// slow: safe
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

struct range {
    int low, high;
};

static struct range of(const int *a, int n)
{
    struct range r;
#ifdef PLANTED
    if (n > 0)
        r.low = r.high = a[0];
#else
    r.low = r.high = n > 0 ? a[0] : 0;
#endif
    for (int i = 1; i < n; i++) {
        if (a[i] < r.low)
            r.low = a[i];
        else if (a[i] > r.high)
            r.high = a[i];
    }
    return r;
}

int main(void)
{
    int a[5];
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 5)
        return 1;
    for (int i = 0; i < n; i++)
        a[i] = __VERIFIER_nondet_int();
    struct range r = of(a, n);
    assert(r.low <= r.high);
    for (int i = 0; i < n; i++)
        assert(r.low <= a[i] && a[i] <= r.high);
    return 0;
}
