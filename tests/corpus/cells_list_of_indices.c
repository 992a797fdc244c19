// verdict: safe
// must-decide: auto, ufo
// covers: a list of indices, each of them below that of its element
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int next[100000], value[100000];
int main(void)
{
    int head = -1, n = __VERIFIER_nondet_int();
    if (n > 100000)
        return 0;
    for (int i = 0; i < n; i++) {
        value[i] = 7;
        next[i] = head;
        head = i;
    }
    while (head != -1) {
        assert(value[head] == 7);
        head = next[head];
    }
    return 0;
}
