// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>

int main(void) {
    assert(strspn("aabc", "ab") == 3);
    assert(strcspn("aabc", "cb") == 2);
    assert(strspn("", "a") == 0);
    return 0;
}
