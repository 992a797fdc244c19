// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>

int main(void) {
    assert(strcmp("a", "a") == 0);
    assert(strcmp("a", "b") < 0);
    assert(strcmp("ab", "a") > 0);
    assert(strcmp("\xff", "a") > 0);
    return 0;
}
