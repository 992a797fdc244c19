// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>

int main(void) {
    setbuf(stdout, NULL);
    assert(setvbuf(stderr, NULL, _IONBF, 0) == 0);
    return 0;
}
