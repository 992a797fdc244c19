// verdict: unsafe
#define _GNU_SOURCE
#include <assert.h>
#include <unistd.h>

int main(void) {
    char b[4] = "abc";
    write(1, b, 8);
    return 0;
}
