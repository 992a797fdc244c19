// verdict: unsafe
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>

int main(void) {
    char b[2] = {65, 66};
    puts(b);
    return 0;
}
