// verdict: unsafe
#include <assert.h>
#include <unistd.h>

int main(void) {
    char *v[] = {"p", "-o", 0};
    int c = getopt(2, v, ":o:");
    // The option lacks its argument.
    return c == ':' ? optarg[0] : 0;
}
