// verdict: unsafe
// gcc: no
#define _GNU_SOURCE
#include <assert.h>
#include <wchar.h>

int main(void) {
    wchar_t b[3];
    wcscpy(b, L"xyz");
    return 0;
}
