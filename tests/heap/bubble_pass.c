// After one pass of bubble sort the largest number is at the end.
// planted: false(unreach-call)
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 100000)
        return 0;
    int *a = malloc(n * sizeof *a);
    if (!a)
        return 1;
    for (int i = 0; i < n; i++)
        a[i] = __VERIFIER_nondet_int();

#ifdef PLANTED
    for (int i = 0; i + 2 < n; i++) {
#else
    for (int i = 0; i + 1 < n; i++) {
#endif
        if (a[i] > a[i + 1]) {
            int t = a[i];
            a[i] = a[i + 1];
            a[i + 1] = t;
        }
    }
    for (int i = 0; i < n; i++)
        assert(a[i] <= a[n - 1]);
    free(a);
    return 0;
}
