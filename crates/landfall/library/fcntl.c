// <fcntl.h>, <sys/stat.h>: descriptors are numbers that the environment gives.

//@ __landfall_descriptor: helper
int __landfall_descriptor(void) {
    // Whether there is one the environment decides; which one depends on those that are open.
    if (__landfall_input_int("open")) {
        __landfall_errno = __landfall_input_int("open");
        return -1;
    }
    int fd = __landfall_unknown_int("open");
    __landfall_assume(fd >= 0);
    return fd;
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
