// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>

int main(void) {
    char b[6] = "ab";
    strcat(b, "cd");
    assert(b[4] == 0 && b[3] == 'd');
    return 0;
}
