// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>

int main(void) {
    char b[8];
    assert(stpcpy(stpcpy(b, "ab"), "cd") == b + 4);
    assert(b[2] == 'c');
    return 0;
}
