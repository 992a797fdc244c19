// verdict: safe
// decides: no
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>

int main(void) {
    FILE *f = fopen("/dev/zero", "r");
    if (!f) return 0;
    int a = fgetc(f);
    rewind(f);
    int b = fgetc(f);
    assert(a == b);
    fclose(f);
    return 0;
}
