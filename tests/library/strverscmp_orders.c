// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>

int main(void) {
    assert(strverscmp("item9", "item10") < 0 && strverscmp("1.05", "1.5") < 0);
    assert(strverscmp("000", "00") < 0 && strverscmp("a", "a") == 0);
    return 0;
}
