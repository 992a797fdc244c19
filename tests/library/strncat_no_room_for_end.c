// verdict: unsafe
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>

int main(void) {
    char b[4] = "a";
    strncat(b, "bcd", 3);
    return 0;
}
