// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>

int main(void) {
    unsigned long (*count)(const char *) = strlen;
    assert(count("ab") == 2);
    return 0;
}
