// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <strings.h>

int main(void) {
    int x = 5;
    bzero(&x, sizeof x);
    assert(x == 0);
    return 0;
}
