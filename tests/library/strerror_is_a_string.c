// verdict: safe
// decides: no
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>

int main(void) {
    assert(strlen(strerror(2)) > 0);
    return 0;
}
