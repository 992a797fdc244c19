// <unistd.h>: what other processes, devices and files give is an input.

//@ read: contract: any bytes, as many as are asked for or fewer, or -1
long read(int fd, void *to, unsigned long n) {
    long got = __landfall_input_long("read");
    __landfall_assume(got >= -1 && (got < 0 || (unsigned long)got <= n));
    if (got > 0 && __landfall_determined) __landfall_unknown_bytes(to, got, "read", "read: the buffer has room for as many bytes as are asked for");
    else if (got > 0) __landfall_input_bytes(to, got, "read", "read: the buffer has room for as many bytes as are asked for");
    if (got == 0) __landfall_determined = 1;
    __landfall_extent(to, got > 0 ? got : 0);
    if (got < 0) __landfall_errno = __landfall_input_int("read");
    return got;
}

//@ pread: contract: any bytes, as many as are asked for or fewer, or -1
long pread(int fd, void *to, unsigned long n, long at) { return read(fd, to, n); }

//@ write: contract: any number of bytes are written, or -1
long write(int fd, const void *from, unsigned long n) {
    __landfall_reads(from, n, "write: as many bytes as are said can be read");
    __landfall_extent(from, n);
    if (fd != 1 && fd != 2) __landfall_determined = 1;
    long put = __landfall_input_long("write");
    __landfall_assume(put >= -1 && (put < 0 || (unsigned long)put <= n));
    if (put < 0) __landfall_errno = __landfall_input_int("write");
    return put;
}

//@ pwrite: contract: any number of bytes are written, or -1
long pwrite(int fd, const void *from, unsigned long n, long at) { return write(fd, from, n); }

//@ close: contract: success or failure
int close(int fd) {
    __landfall_closed = 1;
    return __landfall_input_int("close") ? -1 : 0;
}

//@ lseek: contract: any place or -1
long lseek(int fd, long offset, int whence) {
    __landfall_determined = 1;
    long at = __landfall_unknown_long("lseek");
    __landfall_assume(at >= -1);
    return at;
}

//@ sleep: contract: any rest up to what is asked for
unsigned int sleep(unsigned int seconds) {
    unsigned int rest = __landfall_unknown_uint("sleep");
    __landfall_assume(rest <= seconds);
    return rest;
}

//@ usleep: contract: success or failure
int usleep(unsigned int micros) { return __landfall_unknown_int("usleep") ? -1 : 0; }

//@ __landfall_process: object
int __landfall_process;

//@ getpid: contract: any number above zero, the same each time
int getpid(void) {
    if (__landfall_process == 0) __landfall_process = __builtin_any_positive("getpid");
    return __landfall_process;
}

//@ getppid: contract: any number from zero on
int getppid(void) {
    int parent = __landfall_unknown_int("getppid");
    __landfall_assume(parent >= 0);
    return parent;
}

//@ getuid: contract: any number
unsigned int getuid(void) { return __landfall_unknown_uint("getuid"); }

//@ geteuid: contract: any number
unsigned int geteuid(void) { return __landfall_unknown_uint("geteuid"); }

//@ getgid: contract: any number
unsigned int getgid(void) { return __landfall_unknown_uint("getgid"); }

//@ getegid: contract: any number
unsigned int getegid(void) { return __landfall_unknown_uint("getegid"); }

//@ isatty: contract: yes or no
int isatty(int fd) { return __landfall_unknown_int("isatty") != 0; }

//@ access: contract: success or failure
//! path: access: the path is a string that ends
int access(const char *path, int mode) {
    for (unsigned long i = 0; path[i]; i++) {}
    return __landfall_input_int("access") ? -1 : 0;
}

//@ unlink: contract: success or failure
//! path: unlink: the path is a string that ends
int unlink(const char *path) {
    for (unsigned long i = 0; path[i]; i++) {}
    return __landfall_input_int("unlink") ? -1 : 0;
}

//@ rmdir: contract: success or failure
//! path: rmdir: the path is a string that ends
int rmdir(const char *path) {
    for (unsigned long i = 0; path[i]; i++) {}
    return __landfall_input_int("rmdir") ? -1 : 0;
}

//@ chdir: contract: success or failure
//! path: chdir: the path is a string that ends
int chdir(const char *path) {
    for (unsigned long i = 0; path[i]; i++) {}
    return __landfall_input_int("chdir") ? -1 : 0;
}

//@ getcwd: contract: null or any string that fits
//! to: getcwd: the buffer has as much room as is said
char *getcwd(char *to, unsigned long size) {
    if (!to) __landfall_unsupported("`getcwd` that allocates memory");
    if (size == 0 || __landfall_input_int("getcwd")) return (char *)0;
    unsigned long n = __landfall_input_ulong("getcwd");
    __landfall_assume(n < size);
    __landfall_input_bytes(to, n, "getcwd", "getcwd: the buffer has as much room as is said");
    to[n] = 0;
    return to;
}

//@ pipe: contract: any two descriptors, or failure
//! ends: pipe: there is a place for two descriptors
int pipe(int *ends) {
    if (__landfall_input_int("pipe")) return -1;
    int first = __landfall_new_descriptor(), second = __landfall_new_descriptor();
    __landfall_assume(first != second);
    ends[0] = first;
    ends[1] = second;
    __landfall_determined = 1;
    return 0;
}

//@ dup: contract: any descriptor or -1
int dup(int fd) { return __landfall_descriptor(); }

//@ dup2: contract: the descriptor or -1
int dup2(int fd, int wanted) {
    __landfall_closed = 1;
    return __landfall_input_int("dup2") ? -1 : wanted;
}

//@ sysconf: contract: any number from -1 on
long sysconf(int name) {
    long value = __landfall_unknown_long("sysconf");
    __landfall_assume(value >= -1);
    return value;
}

//@ getpagesize: exact
int getpagesize(void) { return 4096; }

//@ sched_yield: exact
int sched_yield(void) { return 0; }
