// verdict: unsafe
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>

int main(void) {
    char b[2] = {1, 2};
    return memchr(b, 3, 3) != 0;
}
