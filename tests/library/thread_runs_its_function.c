// verdict: unsafe
#include <assert.h>
#include <pthread.h>

static int sum;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *add(void *amount) {
    pthread_mutex_lock(&lock);
    sum += *(int *)amount;
    pthread_mutex_unlock(&lock);
    return amount;
}

int main(void) {
    pthread_t first, second;
    int one = 1, two = 2;
    void *result;
    pthread_create(&first, 0, add, &one);
    pthread_create(&second, 0, add, &two);
    pthread_join(first, &result);
    pthread_join(second, 0);
    assert(sum != 3 || result != &one);
    return 0;
}
