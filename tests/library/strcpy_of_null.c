// verdict: unsafe
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>

int main(void) {
    char b[3];
    char *s = 0;
    strcpy(b, s);
    return 0;
}
