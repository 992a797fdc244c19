// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>

int main(void) {
    srand(1);
    int r = rand() % 6;
    assert(r >= 0 && r < 6);
    return 0;
}
