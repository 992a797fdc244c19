// verdict: unsafe
// stdin: abcdefgh
#define _GNU_SOURCE
#include <assert.h>
#include <unistd.h>

int main(void) {
    char b[4];
    read(0, b, 8);
    return 0;
}
