// verdict: unsafe
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>

int main(void) {
    char b[3];
    strncpy(b, "abc", 3);
    return (int)strlen(b);
}
