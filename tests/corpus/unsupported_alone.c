// verdict: unknown
// covers: all executions come to unsupported code or end without an error, so that nobody can know more
#include <assert.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int n = 0, x = __VERIFIER_nondet_int();
    if (x == 3) printf("%d%n", x, &n);
    assert(n <= 1);
    return 0;
}
