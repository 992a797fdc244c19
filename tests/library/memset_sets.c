// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>

int main(void) {
    unsigned b[2];
    memset(b, 0x1ff, sizeof b);
    assert(b[1] == 0xffffffffu);
    return 0;
}
