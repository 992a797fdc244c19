// verdict: unsafe
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>

int main(void) {
    char b[5];
    sprintf(b, "%.2f", 12.5);
    return 0;
}
