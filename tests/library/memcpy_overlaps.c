// verdict: unsafe
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>

int main(void) {
    char b[4] = "abc";
    memcpy(b, b + 1, 3);
    return 0;
}
