// verdict: safe
#include <assert.h>
#include <poll.h>

int main(void) {
    struct pollfd p[2] = {{0, POLLIN, 9}, {1, POLLOUT, 9}};
    int n = poll(p, 2, 0);
    assert(n >= -1 && n <= 2);
    assert(p[0].fd == 0 && p[1].events == POLLOUT);
    return 0;
}
