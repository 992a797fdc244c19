// Where the smallest of any number of elements is.
// planted: false(unreach-call)
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int smallest(const int *a, int n)
{
    int at = 0;
    for (int i = 1; i < n; i++)
#ifdef PLANTED
        if (a[i] < a[i - 1])
#else
        if (a[i] < a[at])
#endif
            at = i;
    return at;
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 1000)
        return 0;
    int *a = malloc(n * sizeof(int));
    if (!a)
        return 1;
    for (int i = 0; i < n; i++)
        a[i] = __VERIFIER_nondet_int();
    int at = smallest(a, n);
    assert(at >= 0 && at < n);
    for (int i = 0; i < n; i++)
        assert(a[at] <= a[i]);
    free(a);
    return 0;
}
