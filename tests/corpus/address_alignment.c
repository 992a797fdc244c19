// verdict: safe
// must-decide: auto
// covers: what alignment says of addresses: low bits that are read, used as marks, and cleared
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
struct node { int value; uintptr_t link; };
int main(void) {
    struct node a = {1, 0}, b = {2, 0};
    a.link = (uintptr_t)&b | 1;
    assert(a.link & 1);
    struct node *next = (struct node *)(a.link & ~(uintptr_t)1);
    assert(next->value == 2);
    char *p = malloc(5);
    if (!p) return 0;
    assert(((uintptr_t)p & 15) == 0 && (uintptr_t)(p + 3) % 8 == 3);
    free(p);
    return b.link != 0;
}
