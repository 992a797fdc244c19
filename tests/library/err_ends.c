// verdict: safe
#include <assert.h>
#include <err.h>

int main(int argc, char **argv) {
    warnx("%d", argc);
    if (argc > 1) errx(0, "the end of %s", "it");
    assert(argc <= 1);
    return 0;
}
