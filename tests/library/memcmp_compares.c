// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>

int main(void) {
    assert(memcmp("ab", "ac", 2) < 0);
    assert(memcmp("ab", "ac", 1) == 0);
    assert(memcmp("\xff", "a", 1) > 0);
    return 0;
}
