// verdict: safe
// options: --check memory
// must-decide: auto, ufo, tracer, gps, bself
// covers: a string is copied up to its end, or as far as there is room
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int room = __VERIFIER_nondet_int(), length = __VERIFIER_nondet_int();
    if (room < 1 || length < 1 || room > 10000 || length > 10000) return 0;
    char *to = malloc(room), *from = malloc(length);
    from[length - 1] = '\0';
    char *place = to;
    const char *source = from;
    for (int left = room; left > 0; left--) {
        if ((*place++ = *source++) == '\0') break;
    }
    return 0;
}
