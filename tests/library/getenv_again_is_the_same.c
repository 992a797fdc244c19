// verdict: safe
// decides: no
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>

int main(void) {
    char *e = getenv("HOME");
    if (!e) return 0;
    e = getenv("HOME");
    return e[0] == 1;
}
