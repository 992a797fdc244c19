// verdict: unsafe
// options: --volatile memory
#include <assert.h>
#include <signal.h>

static volatile sig_atomic_t seen;

static void note(int number) { seen = number; }

int main(void) {
    signal(SIGUSR1, note);
    raise(SIGUSR1);
    assert(seen != SIGUSR1);
    return 0;
}
