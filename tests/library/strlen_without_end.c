// verdict: unsafe
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>

int main(void) {
    char b[2] = {1, 1};
    return (int)strlen(b);
}
