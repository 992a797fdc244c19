// verdict: safe
#include <assert.h>
#include <errno.h>
#include <pthread.h>

int main(void) {
    pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
    pthread_rwlock_rdlock(&lock);
    assert(pthread_rwlock_tryrdlock(&lock) == 0 && pthread_rwlock_trywrlock(&lock) == EBUSY);
    pthread_rwlock_unlock(&lock);
    pthread_rwlock_unlock(&lock);
    assert(pthread_rwlock_trywrlock(&lock) == 0);
    pthread_key_t key;
    pthread_key_create(&key, 0);
    assert(pthread_getspecific(key) == 0);
    pthread_setspecific(key, &lock);
    assert(pthread_getspecific(key) == &lock);
    return 0;
}
