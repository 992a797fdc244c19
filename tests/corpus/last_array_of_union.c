// verdict: safe
// must-decide: auto
// options: --check undefined
// covers: an array of one element at the end of a record, inside of a union, may have more elements
#include <stdlib.h>
void assert(int);
struct string {
    int length;
    union {
        short units[1];
        long whole;
    } of;
};
int main(void) {
    struct string *s = malloc(sizeof *s + 64);
    if (!s) return 0;
    for (int i = 0; i < 20; i++) s->of.units[i] = i;
    assert(s->of.units[19] == 19);
    free(s);
    return 0;
}
