// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <time.h>

int main(void) {
    time_t t;
    assert(time(&t) == t);
    return 0;
}
