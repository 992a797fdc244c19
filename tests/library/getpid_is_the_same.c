// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <unistd.h>

int main(void) {
    assert(getpid() == getpid());
    return 0;
}
