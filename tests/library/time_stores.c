// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <time.h>

int main(void) {
    time_t t;
    time_t now = time(&t);
    assert(now == t);
    return 0;
}
