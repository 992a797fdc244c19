// verdict: safe
// must-decide: auto, ufo
// covers: neighbours that a loop swaps: the last is the largest of all passed
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
    for (int i = 0; i + 1 < n; i++)
        if (a[i] > a[i + 1]) {
            int t = a[i];
            a[i] = a[i + 1];
            a[i + 1] = t;
        }
    for (int i = 0; i < n; i++)
        assert(a[i] <= a[n - 1]);
    return 0;
}
