// verdict: unsafe
// must-decide: auto
// inputs: 3,0,0,0,0,2,1
// covers: the same with a mistake
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
        if (a[i] < a[i - 1])
            at = i;
    for (int i = 0; i < n; i++)
        assert(a[at] <= a[i]);
    return 0;
}
