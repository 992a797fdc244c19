// verdict: safe
// must-decide: auto, ufo
// covers: a cell that a variable points to, below all others
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 1000000)
        return 0;
    int *a = malloc(n * sizeof(int));
    if (!a)
        return 0;
    for (int i = 0; i < n; i++)
        a[i] = __VERIFIER_nondet_int();
    int at = 0;
    for (int i = 1; i < n; i++)
        if (a[i] < a[at])
            at = i;
    for (int i = 0; i < n; i++)
        assert(a[at] <= a[i]);
    return 0;
}
