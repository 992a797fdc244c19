// verdict: unsafe
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>

static int flag;
static void finish(void) { assert(!flag); }

int main(void) {
    atexit(finish);
    flag = 1;
    return 0;
}
