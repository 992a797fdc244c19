// verdict: safe
// options: --check memory
// must-decide: auto, ufo, tracer, bself
// covers: a loop over two strings of any length does not pass the end of either
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);

static int compare(const char *s, const char *t) {
    while (*s != '\0' && *s == *t) {
        s++;
        t++;
    }
    return *s - *t;
}

static char *string(int length) {
    char *made = malloc(length);
    for (int i = 0; i < length - 1; i++) made[i] = __VERIFIER_nondet_char();
    made[length - 1] = '\0';
    return made;
}

int main(void) {
    int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
    if (n < 1 || m < 1 || n > 10000 || m > 10000) return 0;
    char *first = string(n), *second = string(m);
    return compare(first, second) > 0;
}
