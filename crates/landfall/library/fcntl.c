// <fcntl.h>, <sys/stat.h>: descriptors are numbers that the environment gives.

//@ __landfall_descriptors: object
// How many numbers are taken at least, since each new one is the least that is free.
int __landfall_descriptors;

//@ __landfall_closed: object
// Whether numbers have become free again.
int __landfall_closed;

//@ __landfall_new_descriptor: helper
int __landfall_new_descriptor(void) {
    // Which numbers are taken when the program starts the environment decides.
    int fd = __landfall_closed ? __landfall_unknown_int("open") : __landfall_input_int("open");
    __landfall_assume(fd >= 0 && fd < 1048576);
    if (!__landfall_closed) {
        __landfall_assume(fd >= __landfall_descriptors);
        __landfall_descriptors = fd + 1;
    }
    return fd;
}

//@ __landfall_descriptor: helper
int __landfall_descriptor(void) {
    if (__landfall_input_int("open")) {
        __landfall_errno = __landfall_input_int("open");
        return -1;
    }
    return __landfall_new_descriptor();
}

//@ open, open64: contract: any descriptor or -1
//! path: open: the path is a string that ends
int open(const char *path, int flags, ...) {
    for (unsigned long i = 0; path[i]; i++) {}
    return __landfall_descriptor();
}

//@ creat: contract: any descriptor or -1
//! path: creat: the path is a string that ends
int creat(const char *path, unsigned int mode) {
    for (unsigned long i = 0; path[i]; i++) {}
    return __landfall_descriptor();
}

//@ mkdir: contract: success or failure
//! path: mkdir: the path is a string that ends
int mkdir(const char *path, unsigned int mode) {
    for (unsigned long i = 0; path[i]; i++) {}
    return __landfall_input_int("mkdir") ? -1 : 0;
}

//@ chmod: contract: success or failure
//! path: chmod: the path is a string that ends
int chmod(const char *path, unsigned int mode) {
    for (unsigned long i = 0; path[i]; i++) {}
    return __landfall_input_int("chmod") ? -1 : 0;
}

//@ umask: contract: any mode
unsigned int umask(unsigned int mode) {
    unsigned int old = __landfall_unknown_uint("umask");
    __landfall_assume(old <= 511);
    return old;
}
