// verdict: unsafe
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>

int main(void) {
    FILE *f = fopen("/no/such/file", "r");
    return fgetc(f);
}
