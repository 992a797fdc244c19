// verdict: safe
#include <assert.h>
#include <signal.h>

int main(void) {
    assert(raise(0) == 0);
    return 0;
}
