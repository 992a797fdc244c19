// verdict: safe
// decides: no
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>

int main(void) {
    char t[] = "a b", *rest;
    assert(*strtok_r(t, " ", &rest) == 'a');
    assert(*strtok_r(0, " ", &rest) == 'b');
    assert(!strtok_r(0, " ", &rest));
    return 0;
}
