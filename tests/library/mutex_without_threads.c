// verdict: safe
#include <assert.h>
#include <pthread.h>

int main(void) {
    pthread_mutex_t lock;
    assert(pthread_mutex_init(&lock, 0) == 0);
    assert(pthread_mutex_trylock(&lock) == 0);
    assert(pthread_mutex_unlock(&lock) == 0);
    assert(pthread_mutex_lock(&lock) == 0);
    pthread_mutex_unlock(&lock);
    pthread_mutex_destroy(&lock);
    return 0;
}
