// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <wchar.h>

int main(void) {
    assert(wcslen(L"abc") == 3);
    wchar_t b[4];
    wcscpy(b, L"xyz");
    assert(b[2] == L'z' && wcscmp(b, L"xyz") == 0);
    return 0;
}
