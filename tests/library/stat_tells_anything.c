// verdict: unsafe
// gcc: no
#include <assert.h>
#include <sys/stat.h>

struct state { struct stat told; int after; };

int main(void) {
    struct state s;
    s.after = 7;
    if (stat("/etc/passwd", &s.told) != 0) return 0;
    assert(s.after == 7);
    assert(s.told.st_size != 12345);
}
