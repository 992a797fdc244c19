// <pthread.h>, <threads.h>, <semaphore.h>, continued: what does not wait, or would wait for ever in the one order that is followed.

//@ pthread_attr_init, pthread_mutexattr_init: contract: any attributes
int pthread_attr_init(void *attributes) {
    __landfall_unknown_bytes(attributes, __landfall_pointee_0, "pthread_attr_init", "pthread_attr_init: there are attributes");
    __landfall_extent(attributes, __landfall_pointee_0);
    return 0;
}

//@ pthread_condattr_init, pthread_rwlockattr_init: contract: any attributes
int pthread_condattr_init(void *attributes) {
    __landfall_unknown_bytes(attributes, __landfall_pointee_0, "pthread_condattr_init", "pthread_condattr_init: there are attributes");
    __landfall_extent(attributes, __landfall_pointee_0);
    return 0;
}

//@ pthread_attr_destroy, pthread_mutexattr_destroy, pthread_condattr_destroy, pthread_rwlockattr_destroy: exact
int pthread_attr_destroy(void *attributes) { return 0; }

//@ pthread_mutexattr_settype, pthread_attr_setdetachstate: contract: success or an error
int pthread_mutexattr_settype(void *attributes, int type) { return __landfall_unknown_int("pthread attributes") ? 22 : 0; }

//@ pthread_attr_setstacksize: contract: success or an error
int pthread_attr_setstacksize(void *attributes, unsigned long size) { return size < 16384 ? 22 : 0; }

//@ pthread_attr_getstacksize: contract: any size
//! place: pthread_attr_getstacksize: there is a place for the size
int pthread_attr_getstacksize(const void *attributes, unsigned long *place) {
    *place = __landfall_unknown_ulong("pthread_attr_getstacksize");
    return 0;
}

//@ pthread_attr_getdetachstate: contract: any state
//! place: pthread_attr_getdetachstate: there is a place for the state
int pthread_attr_getdetachstate(const void *attributes, int *place) {
    int state = __landfall_unknown_int("pthread_attr_getdetachstate");
    __landfall_assume(state == 0 || state == 1);
    *place = state;
    return 0;
}

//@ __landfall_keys: object
unsigned int __landfall_keys;

//@ __landfall_key_values: object
void *__landfall_key_values[64];

//@ __landfall_new_key: helper
//! place: pthread_key_create, tss_create: there is a place for the key
void __landfall_new_key(unsigned int *place) {
    if (__landfall_keys >= 64) __landfall_unsupported("more than 64 keys");
    *place = __landfall_keys;
    __landfall_keys++;
}

//@ __landfall_check_key: helper
void __landfall_check_key(unsigned int key) {
    if (__landfall_running != 0 || __landfall_threads != 0) __landfall_unsupported("what belongs to one of several threads");
    if (key >= __landfall_keys) __landfall_unsupported("a key that was not created");
}

//@ pthread_key_create: contract: unsupported in programs that create threads
int pthread_key_create(unsigned int *place, void (*destroy)(void *)) {
    __landfall_new_key(place);
    return 0;
}

//@ pthread_key_delete: exact
int pthread_key_delete(unsigned int key) { return 0; }

//@ pthread_setspecific: contract: unsupported in programs that create threads
int pthread_setspecific(unsigned int key, const void *value) {
    __landfall_check_key(key);
    __landfall_key_values[key] = (void *)value;
    return 0;
}

//@ pthread_getspecific: contract: unsupported in programs that create threads
void *pthread_getspecific(unsigned int key) {
    __landfall_check_key(key);
    return __landfall_key_values[key];
}

//@ tss_create: contract: unsupported in programs that create threads
int tss_create(unsigned int *place, void (*destroy)(void *)) {
    __landfall_new_key(place);
    return 0;
}

//@ tss_delete: exact
void tss_delete(unsigned int key) {}

//@ tss_set: contract: unsupported in programs that create threads
int tss_set(unsigned int key, void *value) {
    __landfall_check_key(key);
    __landfall_key_values[key] = value;
    return 0;
}

//@ tss_get: contract: unsupported in programs that create threads
void *tss_get(unsigned int key) {
    __landfall_check_key(key);
    return __landfall_key_values[key];
}

//@ pthread_rwlock_init: exact
//! lock: pthread_rwlock_init: there is a lock
int pthread_rwlock_init(int *lock, const void *attributes) {
    if (attributes) __landfall_unsupported("a lock with attributes");
    *lock = 0;
    return 0;
}

//@ pthread_rwlock_destroy: exact
int pthread_rwlock_destroy(void *lock) { return 0; }

//@ pthread_rwlock_rdlock: contract: unsupported where it would wait
//! lock: pthread_rwlock_rdlock: there is a lock
int pthread_rwlock_rdlock(int *lock) {
    if (*lock < 0) __landfall_unsupported("taking a lock that is taken");
    ++*lock;
    return 0;
}

//@ pthread_rwlock_wrlock: contract: unsupported where it would wait
//! lock: pthread_rwlock_wrlock: there is a lock
int pthread_rwlock_wrlock(int *lock) {
    if (*lock != 0) __landfall_unsupported("taking a lock that is taken");
    *lock = -1;
    return 0;
}

//@ pthread_rwlock_tryrdlock: exact
//! lock: pthread_rwlock_tryrdlock: there is a lock
int pthread_rwlock_tryrdlock(int *lock) {
    if (*lock < 0) return 16;
    ++*lock;
    return 0;
}

//@ pthread_rwlock_trywrlock: exact
//! lock: pthread_rwlock_trywrlock: there is a lock
int pthread_rwlock_trywrlock(int *lock) {
    if (*lock != 0) return 16;
    *lock = -1;
    return 0;
}

//@ pthread_rwlock_unlock: exact
//! lock: pthread_rwlock_unlock: there is a lock
int pthread_rwlock_unlock(int *lock) {
    if (*lock == 0) __landfall_unsupported("releasing a lock that is not taken");
    if (*lock < 0) *lock = 0;
    else --*lock;
    return 0;
}

//@ pthread_spin_init: exact
//! lock: pthread_spin_init: there is a lock
int pthread_spin_init(int *lock, int shared) {
    *lock = 0;
    return 0;
}

//@ pthread_spin_destroy: exact
int pthread_spin_destroy(void *lock) { return 0; }

//@ pthread_spin_lock: contract: unsupported where it would wait
int pthread_spin_lock(int *lock) {
    __landfall_lock(lock);
    return 0;
}

//@ pthread_spin_trylock: exact
//! lock: pthread_spin_trylock: there is a lock
int pthread_spin_trylock(int *lock) {
    if (*lock) return 16;
    *lock = 1;
    return 0;
}

//@ pthread_spin_unlock: exact
//! lock: pthread_spin_unlock: there is a lock
int pthread_spin_unlock(int *lock) {
    if (!*lock) __landfall_unsupported("releasing a lock that is not taken");
    *lock = 0;
    return 0;
}

//@ pthread_barrier_init: exact
//! barrier: pthread_barrier_init: there is a barrier
int pthread_barrier_init(void *at, const void *attributes, unsigned int count) {
    unsigned int *barrier = at;
    if (count == 0) return 22;
    *barrier = count;
    return 0;
}

//@ pthread_barrier_destroy: exact
int pthread_barrier_destroy(void *barrier) { return 0; }

//@ pthread_barrier_wait: contract: unsupported where it would wait
//! barrier: pthread_barrier_wait: there is a barrier
int pthread_barrier_wait(void *at) {
    unsigned int *barrier = at;
    if (*barrier != 1) __landfall_unsupported("waiting at a barrier");
    return -1;
}

//@ pthread_cond_timedwait: contract: it may return at any time, as POSIX says
int pthread_cond_timedwait(void *condition, void *mutex, const void *until) { return __landfall_open_int("pthread_cond_timedwait") ? 110 : 0; }

//@ pthread_mutex_timedlock: contract: unsupported where it would wait
int pthread_mutex_timedlock(void *mutex, const void *until) {
    __landfall_lock(mutex);
    return 0;
}

//@ pthread_setcancelstate, pthread_setcanceltype: contract: any old state
//! old: pthread_setcancelstate: there is a place for the old state, or null
int pthread_setcancelstate(int state, int *old) {
    if (state != 0 && state != 1) return 22;
    if (old) {
        int was = __landfall_unknown_int("pthread_setcancelstate");
        __landfall_assume(was == 0 || was == 1);
        *old = was;
    }
    return 0;
}

//@ pthread_testcancel: exact
void pthread_testcancel(void) {}

//@ mtx_trylock: contract: unsupported where the mutex is taken, which it may allow
int mtx_trylock(void *mutex) {
    __landfall_lock(mutex);
    return 0;
}

//@ mtx_timedlock: contract: unsupported where it would wait
int mtx_timedlock(void *mutex, const void *until) {
    __landfall_lock(mutex);
    return 0;
}

//@ cnd_init, cnd_signal, cnd_broadcast: exact
int cnd_init(void *condition) { return 0; }

//@ cnd_destroy: exact
void cnd_destroy(void *condition) {}

//@ cnd_wait: contract: it may return at any time, as C says
int cnd_wait(void *condition, void *mutex) { return 0; }

//@ cnd_timedwait: contract: it may return at any time, as C says
int cnd_timedwait(void *condition, void *mutex, const void *until) { return __landfall_open_int("cnd_timedwait") ? 4 : 0; }

//@ thrd_current: exact
unsigned long thrd_current(void) { return __landfall_running; }

//@ thrd_equal: exact
int thrd_equal(unsigned long a, unsigned long b) { return a == b; }

//@ thrd_detach: exact
int thrd_detach(unsigned long number) { return 0; }

//@ thrd_yield: exact
void thrd_yield(void) {}

//@ thrd_sleep: contract: success or failure, any rest
int thrd_sleep(const struct __landfall_moment *wanted, struct __landfall_moment *rest) { return nanosleep(wanted, rest); }

//@ call_once: exact
void call_once(int *control, void (*initialise)(void)) { pthread_once(control, initialise); }

//@ sem_trywait: exact
//! semaphore: sem_trywait: there is a semaphore
int sem_trywait(void *at) {
    unsigned int *semaphore = at;
    if (*semaphore == 0) {
        __landfall_errno = 11;
        return -1;
    }
    --*semaphore;
    return 0;
}

//@ sem_timedwait: contract: it does not wait
//! semaphore: sem_timedwait: there is a semaphore
int sem_timedwait(void *at, const void *until) {
    unsigned int *semaphore = at;
    if (*semaphore == 0) {
        __landfall_errno = 110;
        return -1;
    }
    --*semaphore;
    return 0;
}

//@ sem_getvalue: exact
//! semaphore: sem_getvalue: there is a semaphore
//! place: sem_getvalue: there is a place for the value
int sem_getvalue(void *at, int *place) {
    unsigned int *semaphore = at;
    *place = (int)*semaphore;
    return 0;
}
