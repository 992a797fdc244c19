// <poll.h>, <sys/select.h>, <sys/uio.h>, <sys/ioctl.h>, <fcntl.h>: what descriptors are ready, and more about them, is an input.

//@ __landfall_pollfd: object
struct __landfall_pollfd { int fd; short events, revents; };

//@ poll: contract: any number of descriptors, with any events
//! fds: poll: there are as many descriptors as are said
int poll(struct __landfall_pollfd *fds, unsigned long n, int timeout) {
    int ready = __landfall_input_int("poll");
    __landfall_assume(ready >= -1 && (ready < 0 || (unsigned long)ready <= n));
    if (ready < 0) {
        __landfall_errno = __landfall_input_int("errno");
        return ready;
    }
    int found = 0;
    for (unsigned long i = 0; i < n; i++) {
        short events = ready ? __landfall_input_short("poll") : 0;
        // What is asked for, an error, an end, or a descriptor that is not open.
        __landfall_assume((events & ~(fds[i].events | 56)) == 0 && (fds[i].fd >= 0 || events == 0));
        fds[i].revents = events;
        if (events) found++;
    }
    __landfall_assume(found == ready);
    return ready;
}

//@ select: contract: any number of descriptors, in any sets
int select(int n, void *read_set, void *write_set, void *error_set, void *timeout) {
    if (timeout) {
        __landfall_unknown_bytes(timeout, __landfall_pointee_4, "select", "select: the time can be read and written");
        __landfall_extent(timeout, __landfall_pointee_4);
    }
    if (!__landfall_told()) return -1;
    int ready = __landfall_unknown_int("select");
    __landfall_assume(ready >= 0 && ready <= (n < 1024 ? 3 * n : 3072));
    if (read_set) {
        __landfall_unknown_bytes(read_set, __landfall_pointee_1, "select", "select: the set of descriptors to read can be written");
        __landfall_extent(read_set, __landfall_pointee_1);
    }
    if (write_set) {
        __landfall_unknown_bytes(write_set, __landfall_pointee_2, "select", "select: the set of descriptors to write can be written");
        __landfall_extent(write_set, __landfall_pointee_2);
    }
    if (error_set) {
        __landfall_unknown_bytes(error_set, __landfall_pointee_3, "select", "select: the set of errors can be written");
        __landfall_extent(error_set, __landfall_pointee_3);
    }
    return ready;
}

//@ __landfall_piece: object
struct __landfall_piece { void *at; unsigned long length; };

//@ readv: contract: any bytes, as many as are asked for or fewer, or -1
//! pieces: readv: there are as many pieces as are said
long readv(int fd, const struct __landfall_piece *pieces, int n) {
    long total = 0;
    for (int i = 0; i < n; i++) {
        long got = read(fd, pieces[i].at, pieces[i].length);
        if (got < 0) return total ? total : -1;
        total += got;
        if ((unsigned long)got < pieces[i].length) break;
    }
    return total;
}

//@ writev: contract: any number of bytes are written, or -1
//! pieces: writev: there are as many pieces as are said
long writev(int fd, const struct __landfall_piece *pieces, int n) {
    unsigned long total = 0;
    for (int i = 0; i < n; i++) {
        __landfall_reads(pieces[i].at, pieces[i].length, "writev: as many bytes as are said can be read");
        total += pieces[i].length;
    }
    if (fd != 1 && fd != 2) __landfall_determined = 1;
    long put = __landfall_input_long("writev");
    __landfall_assume(put >= -1 && (put < 0 || (unsigned long)put <= total));
    if (put < 0) __landfall_errno = __landfall_input_int("errno");
    return put;
}

//@ fsync, fdatasync, syncfs: contract: success or failure
int fsync(int fd) { return __landfall_input_int("fsync") ? -1 : 0; }

//@ flock: contract: success or failure
int flock(int fd, int operation) { return __landfall_input_int("flock") ? -1 : 0; }

//@ lockf: contract: success or failure
int lockf(int fd, int operation, long size) { return __landfall_input_int("lockf") ? -1 : 0; }

//@ dup3: contract: the descriptor or -1
int dup3(int fd, int wanted, int flags) { return dup2(fd, wanted); }

//@ pipe2: contract: any two descriptors, or failure
int pipe2(int *ends, int flags) { return pipe(ends); }

//@ lseek64: contract: any place or -1
long long lseek64(int fd, long long offset, int whence) {
    __landfall_determined = 1;
    long long at = __landfall_unknown_longlong("lseek");
    __landfall_assume(at >= -1);
    return at;
}

//@ pread64: contract: any bytes, as many as are asked for or fewer, or -1
long pread64(int fd, void *to, unsigned long n, long long at) { return read(fd, to, n); }

//@ pwrite64: contract: any number of bytes are written, or -1
long pwrite64(int fd, const void *from, unsigned long n, long long at) { return write(fd, from, n); }

//@ fcntl: contract: any descriptor, any flags, or -1; asking for locks is unsupported
int fcntl(int fd, int command, ...) {
    if (command == 0 || command == 1030) return __landfall_descriptor();
    if (command < 0 || (command > 4 && command != 6 && command != 7)) __landfall_unsupported("a command of `fcntl`");
    if (!__landfall_told()) return -1;
    if (command != 1 && command != 3) return 0;
    int flags = __landfall_input_int("fcntl");
    __landfall_assume(flags >= 0);
    return flags;
}
