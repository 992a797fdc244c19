// verdict: unsafe
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>

int main(void) {
    char b[8] = "abcd";
    strcpy(b, b + 1);
    return 0;
}
