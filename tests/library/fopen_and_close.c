// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>

int main(void) {
    FILE *f = fopen("/dev/null", "r");
    if (!f) return 0;
    int c = fgetc(f);
    assert(c >= -1 && c <= 255);
    fclose(f);
    return 0;
}
