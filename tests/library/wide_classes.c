// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <wctype.h>

int main(void) {
    assert(iswdigit(L'5') && !iswdigit(L'x'));
    assert(iswalpha(L'x') && iswspace(L' ') && !iswupper(L'a'));
    assert(towupper(L'a') == L'A' && towlower(L'Q') == L'q');
    return 0;
}
