// verdict: unsafe
// must-decide: auto
// inputs: 0,0
// options: --check undefined
// covers: an array of one element that is the last of an inner record only has one element
#include <stdlib.h>
struct pair {
    struct {
        int first[1];
    } inner;
    int second;
};
int main(void) {
    struct pair *p = malloc(sizeof *p);
    if (!p) return 0;
    p->inner.first[1] = 4;
    free(p);
    return 0;
}
