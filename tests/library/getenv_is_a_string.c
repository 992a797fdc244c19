// verdict: safe
// decides: no
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *e = getenv("HOME");
    if (e && e[0]) assert(e[strlen(e)] == 0);
    return 0;
}
