// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>

int main(void) {
    char *end;
    assert(strtol("0x1fz", &end, 0) == 31 && *end == 'z');
    assert(strtol("077", 0, 0) == 63);
    assert(strtol("z", 0, 36) == 35);
    return 0;
}
