// verdict: safe
#include <assert.h>
#include <unistd.h>

int main(void) {
    char *v[] = {"p", "-a", "x", "-b", "y", 0};
    int a = getopt(5, v, "+ab:");
    assert(a == 'a' && optind == 2);
    assert(getopt(5, v, "+ab:") == -1 && optind == 2);
    optind = 0;
    assert(getopt(5, v, "-ab:") == 'a' && getopt(5, v, "-ab:") == 1 && optarg[0] == 'x');
    assert(getopt(5, v, "-ab:") == 'b' && optarg == v[4]);
    assert(getopt(5, v, "-ab:") == -1 && optind == 5);
    return 0;
}
