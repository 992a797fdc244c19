// verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <signal.h>

int main(void) {
    sigset_t s;
    sigemptyset(&s);
    assert(sigaddset(&s, SIGINT) == 0 && sigismember(&s, SIGINT) == 1 && !sigismember(&s, SIGTERM));
    sigfillset(&s);
    sigdelset(&s, SIGKILL);
    assert(sigismember(&s, 64) == 1 && sigismember(&s, SIGKILL) == 0);
    assert(sigaddset(&s, 65) == -1 && errno == EINVAL);
    return 0;
}
