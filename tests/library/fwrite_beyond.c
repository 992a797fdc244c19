// verdict: unsafe
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>

int main(void) {
    char a[2] = {1, 2};
    fwrite(a, 1, 3, stdout);
    return 0;
}
