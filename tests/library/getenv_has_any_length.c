// verdict: unsafe
// env: LANDFALL_NAME=abcdefgh
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char b[4];
    char *e = getenv("LANDFALL_NAME");
    if (e) strcpy(b, e);
    return 0;
}
