// verdict: safe
#include <assert.h>
#include <unistd.h>

int main(void) {
    // Nobody calls getopt.
    assert(optind == 1 && opterr == 1 && optarg == 0);
    return 0;
}
