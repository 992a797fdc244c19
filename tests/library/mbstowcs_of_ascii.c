// verdict: safe
#include <assert.h>
#include <stdlib.h>
#include <wchar.h>
#include <wctype.h>

int main(void) {
    wchar_t w[4];
    assert(mbstowcs(w, "abc", 4) == 3 && w[2] == L'c' && w[3] == 0);
    assert(towupper(w[0]) == L'A' && iswalpha(w[1]) && !iswdigit(w[1]));
    assert(wcsstr(w, L"bc") == w + 1);
    return 0;
}
