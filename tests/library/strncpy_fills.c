// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>

int main(void) {
    char b[4] = {1, 1, 1, 1};
    strncpy(b, "a", 3);
    assert(b[0] == 'a' && b[1] == 0 && b[2] == 0 && b[3] == 1);
    return 0;
}
