// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <ctype.h>

int main(void) {
    assert(isspace(' ') && isspace('\t') && isspace('\n') && isspace('\r'));
    assert(!isspace('a'));
    return 0;
}
