// <pthread.h>, <threads.h>, <semaphore.h>
//
// Of the orders in which threads may run one is followed: each runs to its end when it is created. An error that is reached so is an
// error of the program. Every other order is unsupported, so that nothing is proved of a program that starts a thread.

//@ __landfall_threads: object
unsigned long __landfall_threads;

//@ __landfall_running: object
unsigned long __landfall_running;

//@ __landfall_thread_results: object
void *__landfall_thread_results[64];

//@ __landfall_new_thread: helper
unsigned long __landfall_new_thread(void) {
    if (__landfall_open_int("thread")) __landfall_unsupported("threads that run in another order than each to its end when it is created");
    if (__landfall_threads >= 63) __landfall_unsupported("more than 63 threads");
    __landfall_threads++;
    return __landfall_threads;
}

//@ pthread_create: contract: of the orders in which threads run, one
//! place: pthread_create: there is a place for the number of the thread
int pthread_create(unsigned long *place, const void *attributes, void *(*start)(void *), void *argument) {
    unsigned long number = __landfall_new_thread(), creator = __landfall_running;
    *place = number;
    __landfall_running = number;
    __landfall_thread_results[number] = start(argument);
    __landfall_running = creator;
    return 0;
}

//@ pthread_join: contract: of threads that have ended
//! place: pthread_join: there is a place for the result
int pthread_join(unsigned long number, void **place) {
    if (number == 0 || number > __landfall_threads) __landfall_unsupported("waiting for a thread that was not created");
    if (place) *place = __landfall_thread_results[number];
    return 0;
}

//@ pthread_detach: exact
int pthread_detach(unsigned long number) { return 0; }

//@ pthread_self: exact
unsigned long pthread_self(void) { return __landfall_running; }

//@ pthread_equal: exact
int pthread_equal(unsigned long a, unsigned long b) { return a == b; }

//@ pthread_yield: exact
int pthread_yield(void) { return 0; }

//@ thrd_create: contract: of the orders in which threads run, one
//! place: thrd_create: there is a place for the number of the thread
int thrd_create(unsigned long *place, int (*start)(void *), void *argument) {
    unsigned long number = __landfall_new_thread(), creator = __landfall_running;
    *place = number;
    __landfall_running = number;
    __landfall_thread_results[number] = (void *)(long)start(argument);
    __landfall_running = creator;
    return 0;
}

//@ thrd_join: contract: of threads that have ended
//! place: thrd_join: there is a place for the result
int thrd_join(unsigned long number, int *place) {
    if (number == 0 || number > __landfall_threads) __landfall_unsupported("waiting for a thread that was not created");
    if (place) *place = (int)(long)__landfall_thread_results[number];
    return 0;
}

//@ __landfall_lock: helper
//! lock: the lock is an object that is initialised
void __landfall_lock(int *lock) {
    // A thread that waits for another, or for itself, or has a lock that may be taken twice.
    if (*lock) __landfall_unsupported("taking a lock that is taken");
    *lock = 1;
}

//@ pthread_mutex_init: exact
//! mutex: pthread_mutex_init: there is a mutex
int pthread_mutex_init(void *mutex, const void *attributes) {
    if (attributes) __landfall_unsupported("a mutex with attributes");
    *(int *)mutex = 0;
    return 0;
}

//@ pthread_mutex_destroy: exact
int pthread_mutex_destroy(void *mutex) { return 0; }

//@ pthread_mutex_lock: contract: unsupported where it would wait
int pthread_mutex_lock(void *mutex) {
    __landfall_lock(mutex);
    return 0;
}

//@ pthread_mutex_trylock: contract: unsupported where the mutex is taken, which it may allow
//! mutex: pthread_mutex_trylock: there is a mutex
int pthread_mutex_trylock(void *mutex) {
    __landfall_lock(mutex);
    return 0;
}

//@ pthread_mutex_unlock: exact
//! mutex: pthread_mutex_unlock: there is a mutex
int pthread_mutex_unlock(void *mutex) {
    if (!*(int *)mutex) __landfall_unsupported("releasing a lock that is not taken");
    *(int *)mutex = 0;
    return 0;
}

//@ mtx_init: exact
//! mutex: mtx_init: there is a mutex
int mtx_init(void *mutex, int type) {
    *(int *)mutex = 0;
    return 0;
}

//@ mtx_destroy: exact
void mtx_destroy(void *mutex) {}

//@ mtx_lock: contract: unsupported where it would wait
int mtx_lock(void *mutex) {
    __landfall_lock(mutex);
    return 0;
}

//@ mtx_unlock: exact
//! mutex: mtx_unlock: there is a mutex
int mtx_unlock(void *mutex) {
    if (!*(int *)mutex) __landfall_unsupported("releasing a lock that is not taken");
    *(int *)mutex = 0;
    return 0;
}

//@ pthread_cond_init: exact
int pthread_cond_init(void *condition, const void *attributes) { return 0; }

//@ pthread_cond_destroy: exact
int pthread_cond_destroy(void *condition) { return 0; }

//@ pthread_cond_signal: exact
int pthread_cond_signal(void *condition) { return 0; }

//@ pthread_cond_broadcast: exact
int pthread_cond_broadcast(void *condition) { return 0; }

//@ pthread_cond_wait: contract: it may return at any time, as POSIX says
int pthread_cond_wait(void *condition, void *mutex) { return 0; }

//@ pthread_once: exact
//! control: pthread_once: there is a control
int pthread_once(int *control, void (*initialise)(void)) {
    if (*control == 0) {
        *control = 1;
        initialise();
        *control = 2;
    }
    return 0;
}

//@ sem_init: exact
//! semaphore: sem_init: there is a semaphore
int sem_init(void *semaphore, int shared, unsigned int value) {
    *(unsigned int *)semaphore = value;
    return 0;
}

//@ sem_destroy: exact
int sem_destroy(void *semaphore) { return 0; }

//@ sem_post: exact
//! semaphore: sem_post: there is a semaphore
int sem_post(void *semaphore) {
    ++*(unsigned int *)semaphore;
    return 0;
}

//@ sem_wait: contract: unsupported where it would wait
//! semaphore: sem_wait: there is a semaphore
int sem_wait(void *semaphore) {
    if (*(unsigned int *)semaphore == 0) __landfall_unsupported("waiting at a semaphore");
    --*(unsigned int *)semaphore;
    return 0;
}
