// verdict: unsafe
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *s = strdup("a");
    free(s);
    free(s);
    return 0;
}
