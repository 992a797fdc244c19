// verdict: unsafe
#include <assert.h>
#include <errno.h>
#include <math.h>

int main(void) {
    errno = 0;
    double x = sqrt(-1.0), y = log(-2.0);
    assert(errno == 0);
    return x == y;
}
