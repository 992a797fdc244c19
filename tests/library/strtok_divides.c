// verdict: safe
// decides: no
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>

int main(void) {
    char t[] = ",a,,b";
    char *p = strtok(t, ",");
    assert(p == t + 1);
    p = strtok(0, ",");
    assert(p == t + 4);
    assert(!strtok(0, ","));
    return 0;
}
