// verdict: safe
#include <assert.h>
#include <fcntl.h>
#include <unistd.h>

int main(void) {
    int flags = fcntl(0, F_GETFL, 0);
    assert(flags >= -1);
    if (flags >= 0) assert(fcntl(0, F_SETFL, flags | O_NONBLOCK) <= 0);
    if (execl("/nowhere", "nowhere", (char *)0) == 0) assert(0);
    return 0;
}
