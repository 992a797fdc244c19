// verdict: safe
// data-model: LP64
// must-decide: auto
// covers: structures with members of variable length: sizes, places behind them, arrays of them, copies, pointers to them
#include <assert.h>
#include <stdlib.h>
#include <string.h>
static int count(void) { return 3; }
static int f(int n, int m) {
    struct inner { char name[n]; short tag; };
    struct s {
        char first;
        int b[m];
        char c;
        struct inner in;
        double d;
    };
    assert(sizeof(struct inner) == (n + 1) / 2 * 2 + 2 && _Alignof(struct inner) == 2);
    assert(sizeof(struct s) % 8 == 0 && sizeof(struct s) > 4 + 4 * m + 1 + sizeof(struct inner) + 8);
    struct s x;
    assert((char *)&x.c - (char *)&x == 4 + 4 * m);
    assert((char *)&x.in - (char *)&x == (4 + 4 * m + 1 + 1) / 2 * 2);
    x.first = 1;
    for (int i = 0; i < m; i++) x.b[i] = i;
    x.c = 7;
    x.in.tag = 9;
    x.in.name[n - 1] = 'z';
    x.d = 2.5;
    struct s y, *p = &y;
    y = x;
    assert(p->first == 1 && p->b[m - 1] == m - 1 && p->c == 7 && p->in.tag == 9 && p->in.name[n - 1] == 'z' && p->d == 2.5);
    struct inner list[2];
    list[1].tag = 4;
    list[0].tag = 3;
    assert(list[1].tag == 4 && sizeof list == 2 * sizeof(struct inner) && &list[1] - &list[0] == 1);
    p = malloc(sizeof *p);
    p->c = 5;
    p->b[0] = 6;
    int result = p->c + p->b[0];
    free(p);
    return result;
}
int main(void) {
    int n = 5;
    struct once { int b[n++]; };
    assert(n == 6 && sizeof(struct once) == 20);
    n = 100;
    assert(sizeof(struct once) == 20);
    struct t { char a[count()]; int z; } t;
    t.z = 1;
    assert(sizeof t == 8 && t.z == 1);
    return f(3, 2) + f(4, 5) != 22;
}
