// verdict: unsafe
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>

int main(void) {
    int b[2];
    memset(b, 0, sizeof b + 1);
    return 0;
}
