// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <ctype.h>

int main(void) {
    assert(ispunct('!') && ispunct('_'));
    assert(!ispunct('a') && !ispunct(' ') && !ispunct('5'));
    return 0;
}
