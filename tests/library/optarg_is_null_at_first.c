// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <unistd.h>

int main(void) {
    assert(optind == 1 && opterr == 1 && optarg == 0);
    return 0;
}
