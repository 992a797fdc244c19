// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <ctype.h>

int main(void) {
    assert(isxdigit('f') && isxdigit('F') && !isxdigit('g'));
    assert(isprint(' ') && !isprint(127));
    assert(iscntrl(127) && !iscntrl(' '));
    assert(isgraph('x') && !isgraph(' ') && isblank('\t'));
    return 0;
}
