// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>

static void finish(void) { assert(0); }

int main(void) {
    atexit(finish);
    _Exit(0);
    return 0;
}
