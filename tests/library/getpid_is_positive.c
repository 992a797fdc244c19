// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <unistd.h>

int main(void) {
    assert(getpid() > 0);
    return 0;
}
