// verdict: safe
#include <assert.h>
#include <errno.h>
#include <math.h>

int main(void) {
    errno = 0;
    double x = sqrt(4.0) + fmod(5.0, 3.0) + log(1.0);
    assert(x == 4 && errno == 0);
    x = acos(2.0);
    assert(errno == EDOM && x != x);
    x = log(0.0);
    assert(errno == ERANGE && x == -INFINITY);
    return 0;
}
