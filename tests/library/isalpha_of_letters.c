// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <ctype.h>

int main(void) {
    assert(isalpha('x') && isalpha('X'));
    assert(!isalpha('1') && !isalpha(' '));
    return 0;
}
