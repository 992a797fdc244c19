// verdict: safe
// must-decide: auto
// covers: what C promises of addresses as numbers: round trips, marks, alignment, distances in one object, bounds of hashes, XOR lists
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
struct pair { int a, b; };
struct node { uintptr_t link; int value; };
static int table[16];
static unsigned hash(void *p) {
    uintptr_t v = (uintptr_t)p;
    v ^= v >> 7;
    v *= 31;
    return v & 15;
}
static int sum(struct node *cur) {
    struct node *prev = 0;
    int sum = 0;
    while (cur) {
        sum += cur->value;
        struct node *next = (struct node *)((uintptr_t)prev ^ cur->link);
        prev = cur;
        cur = next;
    }
    return sum;
}
int main(void) {
    int x = 5;
    uintptr_t n = (uintptr_t)&x;
    unsigned narrow = n;
    assert(n % sizeof(int) == 0 && narrow % 4 == 0 && n != 0);
    assert(*(int *)n == 5 && (int *)n == &x && n == (uintptr_t)&x);

    unsigned h = hash(&x), g = (unsigned)(uintptr_t)&x * 2654435761u >> 28;
    table[h] = 1;
    table[g]++;
    assert(table[h] >= 1);

    struct pair pair = {1, 2}, *whole = (struct pair *)((uintptr_t)&pair.b - (uintptr_t)&((struct pair *)0)->b);
    assert(whole->a == 1);

    struct node a = {0, 1}, b = {0, 2}, c = {0, 3};
    a.link = (uintptr_t)&b;
    b.link = (uintptr_t)&a ^ (uintptr_t)&c;
    c.link = (uintptr_t)&b;
    assert(sum(&a) == 6);
    a.link |= 1;
    uintptr_t unmarked = a.link;
    unmarked &= ~(uintptr_t)1;
    assert(a.link & 1 && (struct node *)unmarked == &b);

    char buffer[64];
    uintptr_t from = (uintptr_t)buffer, to = (uintptr_t)(buffer + 8);
    int steps = 0;
    for (uintptr_t i = from; i < to; i += 2) steps++;
    assert(to - from == 8 && steps == 4);
    char *aligned = (char *)((from + 15) & ~(uintptr_t)15);
    aligned[0] = 1;
    assert(aligned - buffer < 16);

    char *p = malloc(32);
    if (!p) return 0;
    assert((-(uintptr_t)p & 15) == 0);
    size_t distance = (uintptr_t)(p + 3) - (uintptr_t)p;
    assert(distance % 2 == 1);
    free(p);
    return 0;
}
