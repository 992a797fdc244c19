// verdict: safe
#include <assert.h>
#include <pthread.h>

static pthread_once_t control = PTHREAD_ONCE_INIT;
static int times;

static void count(void) { times++; }

int main(void) {
    pthread_once(&control, count);
    pthread_once(&control, count);
    assert(times == 1);
    return 0;
}
