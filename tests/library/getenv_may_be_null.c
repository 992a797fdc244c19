// verdict: unsafe
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>

int main(void) {
    char *e = getenv("LANDFALL_NO_SUCH_NAME");
    return *e;
}
