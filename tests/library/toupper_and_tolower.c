// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <ctype.h>

int main(void) {
    assert(toupper('a') == 'A' && toupper('A') == 'A' && toupper('1') == '1');
    assert(tolower('Z') == 'z');
    return 0;
}
