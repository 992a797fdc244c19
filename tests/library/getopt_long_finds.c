// verdict: safe
#include <assert.h>
#include <getopt.h>

int main(void) {
    struct option known[] = {{"all", 0, 0, 'a'}, {"size", 1, 0, 's'}, {0}};
    char *v[] = {"p", "--si=12", "-q", "--all=1", 0};
    int which = 9;
    opterr = 0;
    assert(getopt_long(4, v, "+q", known, &which) == 's' && which == 1 && optarg[1] == '2');
    assert(getopt_long(4, v, "+q", known, &which) == 'q');
    assert(getopt_long(4, v, "+q", known, &which) == '?' && optopt == 'a');
    return 0;
}
