// verdict: unsafe
#include <stdlib.h>
#include <sys/stat.h>

int main(void) {
    struct stat *to = malloc(sizeof(struct stat) - 8);
    return stat("/", to);
}
