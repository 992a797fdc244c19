// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>

int main(void) {
    char b[2] = {65, 66};
    printf("%.2s\n", b);
    return 0;
}
