// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>

int main(void) {
    assert(snprintf(0, 0, "ab%c", 99) == 3);
    return 0;
}
