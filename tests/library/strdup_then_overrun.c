// verdict: unsafe
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *s = strdup("ab");
    if (!s) return 0;
    s[3] = 0;
    free(s);
    return 0;
}
