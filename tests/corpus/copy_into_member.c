// verdict: safe
// must-decide: bmc
// options: --check memory
// covers: memcpy with a computed size into a part of a member; an array of one element at the end may be longer
#include <stdlib.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct packet { char name[8]; int after; };
struct text { int length; char data[1]; };
int main(void) {
    struct packet p;
    char text[16] = "0123456789";
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 4) return 0;
    memcpy(p.name + n, text, 4);
    memcpy(&p.name[4], text, n);
    struct text *t = malloc(sizeof(struct text) + 8);
    memcpy(t->data, text, n + 4);
    return 0;
}
