// verdict: safe
// decides: no
#include <assert.h>
#include <string.h>
#include <sys/utsname.h>

int main(void) {
    struct utsname told;
    if (uname(&told) != 0) return 0;
    assert(strlen(told.machine) < 65);
    return 0;
}
