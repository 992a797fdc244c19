// verdict: safe
#include <assert.h>
#include <signal.h>

int main(void) {
    assert(signal(SIGTERM, SIG_IGN) == SIG_DFL);
    assert(raise(SIGTERM) == 0);
    assert(signal(SIGTERM, SIG_DFL) == SIG_IGN);
    assert(signal(SIGKILL, SIG_IGN) == SIG_ERR);
    return 0;
}
