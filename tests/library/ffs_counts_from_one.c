// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <strings.h>

int main(void) {
    assert(ffs(0) == 0);
    assert(ffs(8) == 4);
    return 0;
}
