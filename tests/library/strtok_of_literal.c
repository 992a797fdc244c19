// verdict: unsafe
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>

int main(void) {
    char *s = (char *)"a,b";
    strtok(s, ",");
    return 0;
}
