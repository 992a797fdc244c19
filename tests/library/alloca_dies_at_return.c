// verdict: unsafe
#define _GNU_SOURCE
#include <alloca.h>
#include <assert.h>

static char *give(void) {
    char *p = alloca(4);
    p[0] = 1;
    return p;
}

int main(void) {
    char *p = give();
    return p[0];
}
