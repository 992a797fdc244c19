// verdict: unsafe
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>

int main(void) {
    char b[4] = "ab";
    strcat(b, "cd");
    return 0;
}
