// verdict: safe
#include <assert.h>
#include <libgen.h>
#include <string.h>

int main(void) {
    char a[] = "/usr/b/", b[] = "f", c[] = "a//b";
    assert(strcmp(dirname(a), "/usr") == 0);
    assert(strcmp(dirname(b), ".") == 0);
    assert(strcmp(basename(c), "b") == 0);
    return 0;
}
