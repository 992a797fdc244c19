// <signal.h>: sets of signals, as masks. Blocking changes nothing: signals come from `raise` alone.

//@ sigemptyset: exact
int sigemptyset(void *set) {
    __builtin_memset(set, 0, __landfall_pointee_0);
    __landfall_extent(set, __landfall_pointee_0);
    return 0;
}

//@ sigfillset: exact
int sigfillset(void *set) {
    __builtin_memset(set, 255, __landfall_pointee_0);
    __landfall_extent(set, __landfall_pointee_0);
    // glibc keeps two signals for itself.
    unsigned char *bytes = set;
    bytes[3] = 127;
    bytes[4] = 254;
    return 0;
}

//@ __landfall_signal_words: helper
unsigned long __landfall_signal_words(void) { return 8 * sizeof(unsigned long); }

//@ sigaddset: exact
//! words: sigaddset: there is a set
int sigaddset(void *set, int number) {
    unsigned long *words = set;
    if (number < 1 || number > 64 || number == 32 || number == 33) {
        __landfall_errno = 22;
        return -1;
    }
    unsigned long bit = (unsigned long)(number - 1);
    words[bit / __landfall_signal_words()] |= 1UL << (bit % __landfall_signal_words());
    return 0;
}

//@ sigdelset: exact
//! words: sigdelset: there is a set
int sigdelset(void *set, int number) {
    unsigned long *words = set;
    if (number < 1 || number > 64 || number == 32 || number == 33) {
        __landfall_errno = 22;
        return -1;
    }
    unsigned long bit = (unsigned long)(number - 1);
    words[bit / __landfall_signal_words()] &= ~(1UL << (bit % __landfall_signal_words()));
    return 0;
}

//@ sigismember: exact
//! words: sigismember: there is a set
int sigismember(const void *set, int number) {
    const unsigned long *words = set;
    if (number < 1 || number > 64) {
        __landfall_errno = 22;
        return -1;
    }
    unsigned long bit = (unsigned long)(number - 1);
    return (words[bit / __landfall_signal_words()] >> (bit % __landfall_signal_words()) & 1) != 0;
}

//@ sigprocmask: contract: success or failure, any old set; signals that are blocked are raised all the same
int sigprocmask(int how, const void *set, void *old) {
    if (set) {
        __landfall_reads(set, __landfall_pointee_1, "sigprocmask: the set can be read");
        __landfall_extent(set, __landfall_pointee_1);
    }
    if (set && how != 0 && how != 1 && how != 2) {
        __landfall_errno = 22;
        return -1;
    }
    if (set && how != 1 && __landfall_blocked_matters()) __landfall_unsupported("blocking signals that have handlers");
    if (old) {
        __landfall_unknown_bytes(old, __landfall_pointee_2, "sigprocmask", "sigprocmask: there is room for a set");
        __landfall_extent(old, __landfall_pointee_2);
    }
    return 0;
}

//@ __landfall_blocked_matters: helper
int __landfall_blocked_matters(void) {
    for (int i = 1; i < 32; i++)
        if (__landfall_handlers[i] != (__landfall_handler)0 && __landfall_handlers[i] != (__landfall_handler)1) return 1;
    return 0;
}

//@ pthread_sigmask: contract: success or failure, any old set
int pthread_sigmask(int how, const void *set, void *old) {
    if (set) {
        __landfall_reads(set, __landfall_pointee_1, "pthread_sigmask: the set can be read");
        __landfall_extent(set, __landfall_pointee_1);
    }
    if (set && how != 0 && how != 1 && how != 2) return 22;
    if (set && how != 1 && __landfall_blocked_matters()) __landfall_unsupported("blocking signals that have handlers");
    if (old) {
        __landfall_unknown_bytes(old, __landfall_pointee_2, "pthread_sigmask", "pthread_sigmask: there is room for a set");
        __landfall_extent(old, __landfall_pointee_2);
    }
    return 0;
}

//@ sigpending: contract: any set
int sigpending(void *set) {
    __landfall_unknown_bytes(set, __landfall_pointee_0, "sigpending", "sigpending: there is room for a set");
    __landfall_extent(set, __landfall_pointee_0);
    return 0;
}

//@ psignal: exact
void psignal(int number, const char *s) {
    if (s) __landfall_check_string(s);
}

//@ __libc_current_sigrtmin: exact
int __libc_current_sigrtmin(void) { return 34; }

//@ __libc_current_sigrtmax: exact
int __libc_current_sigrtmax(void) { return 64; }
