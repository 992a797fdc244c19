// verdict: unsafe
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>

int main(void) {
    char b[3];
    strcpy(b, "abc");
    return 0;
}
