// verdict: unsafe
#define _GNU_SOURCE
#include <assert.h>
#include <ctype.h>

int main(void) {
    assert(isalpha('x') == 1);
    return 0;
}
