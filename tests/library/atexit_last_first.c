// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>

static int step;
static void first(void) { assert(step == 0); step = 1; }
static void second(void) { assert(step == 1); }

int main(void) {
    atexit(second);
    atexit(first);
    exit(0);
    return 0;
}
