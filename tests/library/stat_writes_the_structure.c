// verdict: safe
#include <assert.h>
#include <errno.h>
#include <sys/stat.h>

int main(void) {
    struct { struct stat told; int after; } s;
    struct stat other;
    s.after = 7;
    other.st_size = -5;
    int r = stat("/nowhere/at/all", &other);
    assert(r == 0 || r == -1);
    if (r == -1) assert(other.st_size == -5);
    fstat(0, &s.told);
    lstat("/", &s.told);
    assert(s.after == 7);
    return 0;
}
