// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <strings.h>

int main(void) {
    assert(strcasecmp("aB", "Ab") == 0);
    assert(strcasecmp("a", "B") < 0);
    assert(strncasecmp("abX", "ABy", 2) == 0);
    return 0;
}
