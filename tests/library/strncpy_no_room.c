// verdict: unsafe
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>

int main(void) {
    char b[3];
    strncpy(b, "a", 4);
    return 0;
}
