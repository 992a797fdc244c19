// verdict: unsafe
#define _GNU_SOURCE
#include <assert.h>
#include <time.h>

int main(void) {
    assert(time(0) != time(0) + 1 || 0);
    assert(time(0) < 1000);
    return 0;
}
