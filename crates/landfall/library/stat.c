// <sys/stat.h> and relatives: what the file system says is an input.

//@ __landfall_told: helper
int __landfall_told(void) {
    if (!__landfall_input_int("stat")) return 1;
    __landfall_errno = __landfall_input_int("errno");
    return 0;
}

//@ __landfall_check_told: helper
// The size of a file is not negative. The sizes of the structure, 144, 96 and 88 bytes, are those of the two data models.
void __landfall_check_told(void *to, unsigned long size) {
    char *bytes = to;
    if (size == 144) __landfall_assume(*(long long *)(bytes + 48) >= 0 && *(long long *)(bytes + 56) > 0 && *(long long *)(bytes + 64) >= 0);
    if (size == 96) __landfall_assume(*(long long *)(bytes + 44) >= 0 && *(int *)(bytes + 52) > 0 && *(long long *)(bytes + 56) >= 0);
    if (size == 88) __landfall_assume(*(int *)(bytes + 44) >= 0 && *(int *)(bytes + 48) > 0 && *(int *)(bytes + 52) >= 0);
}

//@ stat, stat64: contract: anything that fits into the structure, or failure
int stat(const char *path, void *to) {
    __landfall_check_string(path);
    if (!__landfall_told()) return -1;
    __landfall_input_bytes(to, __landfall_pointee_1, "stat", "stat: there is room for what is told");
    __landfall_extent(to, __landfall_pointee_1);
    __landfall_check_told(to, __landfall_pointee_1);
    return 0;
}

//@ lstat, lstat64: contract: anything that fits into the structure, or failure
int lstat(const char *path, void *to) {
    __landfall_check_string(path);
    if (!__landfall_told()) return -1;
    __landfall_input_bytes(to, __landfall_pointee_1, "lstat", "lstat: there is room for what is told");
    __landfall_extent(to, __landfall_pointee_1);
    __landfall_check_told(to, __landfall_pointee_1);
    return 0;
}

//@ fstat, fstat64: contract: anything that fits into the structure, or failure
int fstat(int fd, void *to) {
    if (!__landfall_told()) return -1;
    __landfall_input_bytes(to, __landfall_pointee_1, "fstat", "fstat: there is room for what is told");
    __landfall_extent(to, __landfall_pointee_1);
    __landfall_check_told(to, __landfall_pointee_1);
    return 0;
}

//@ fstatat, fstatat64: contract: anything that fits into the structure, or failure
int fstatat(int fd, const char *path, void *to, int flags) {
    __landfall_check_string(path);
    if (!__landfall_told()) return -1;
    __landfall_input_bytes(to, __landfall_pointee_2, "fstatat", "fstatat: there is room for what is told");
    __landfall_extent(to, __landfall_pointee_2);
    __landfall_check_told(to, __landfall_pointee_2);
    return 0;
}

//@ __xstat, __xstat64: contract: anything that fits into the structure, or failure
int __xstat(int version, const char *path, void *to) {
    __landfall_check_string(path);
    if (!__landfall_told()) return -1;
    __landfall_input_bytes(to, __landfall_pointee_2, "stat", "stat: there is room for what is told");
    __landfall_extent(to, __landfall_pointee_2);
    __landfall_check_told(to, __landfall_pointee_2);
    return 0;
}

//@ __lxstat, __lxstat64: contract: anything that fits into the structure, or failure
int __lxstat(int version, const char *path, void *to) {
    __landfall_check_string(path);
    if (!__landfall_told()) return -1;
    __landfall_input_bytes(to, __landfall_pointee_2, "lstat", "lstat: there is room for what is told");
    __landfall_extent(to, __landfall_pointee_2);
    __landfall_check_told(to, __landfall_pointee_2);
    return 0;
}

//@ __fxstat, __fxstat64: contract: anything that fits into the structure, or failure
int __fxstat(int version, int fd, void *to) {
    if (!__landfall_told()) return -1;
    __landfall_input_bytes(to, __landfall_pointee_2, "fstat", "fstat: there is room for what is told");
    __landfall_extent(to, __landfall_pointee_2);
    __landfall_check_told(to, __landfall_pointee_2);
    return 0;
}

//@ statfs, statvfs, statfs64, statvfs64: contract: anything that fits into the structure, or failure
int statfs(const char *path, void *to) {
    __landfall_check_string(path);
    if (!__landfall_told()) return -1;
    __landfall_unknown_bytes(to, __landfall_pointee_1, "statfs", "statfs: there is room for what is told");
    __landfall_extent(to, __landfall_pointee_1);
    return 0;
}

//@ fchmod, fchown: contract: success or failure
int fchmod(int fd, ...) { return __landfall_told() ? 0 : -1; }

//@ chown, lchown: contract: success or failure
int chown(const char *path, unsigned int owner, unsigned int group) {
    __landfall_check_string(path);
    return __landfall_told() ? 0 : -1;
}

//@ mkfifo: contract: success or failure
int mkfifo(const char *path, unsigned int mode) {
    __landfall_check_string(path);
    return __landfall_told() ? 0 : -1;
}

//@ mknod: contract: success or failure
int mknod(const char *path, unsigned int mode, unsigned long device) {
    __landfall_check_string(path);
    return __landfall_told() ? 0 : -1;
}

//@ link, symlink: contract: success or failure
int link(const char *from, const char *to) {
    __landfall_check_string(from);
    __landfall_check_string(to);
    return __landfall_told() ? 0 : -1;
}

//@ chroot: contract: success or failure
int chroot(const char *path) {
    __landfall_check_string(path);
    return __landfall_told() ? 0 : -1;
}

//@ truncate, truncate64: contract: success or failure
int truncate(const char *path, long size) {
    __landfall_check_string(path);
    __landfall_determined = 1;
    return __landfall_told() ? 0 : -1;
}

//@ ftruncate, ftruncate64: contract: success or failure
int ftruncate(int fd, long size) {
    __landfall_determined = 1;
    return __landfall_told() ? 0 : -1;
}

//@ unlinkat: contract: success or failure
int unlinkat(int fd, const char *path, int flags) {
    __landfall_check_string(path);
    return __landfall_told() ? 0 : -1;
}

//@ mkdirat: contract: success or failure
int mkdirat(int fd, const char *path, unsigned int mode) {
    __landfall_check_string(path);
    return __landfall_told() ? 0 : -1;
}

//@ faccessat: contract: success or failure
int faccessat(int fd, const char *path, int mode, int flags) {
    __landfall_check_string(path);
    return __landfall_told() ? 0 : -1;
}

//@ renameat: contract: success or failure
int renameat(int fd, const char *from, int other, const char *to) {
    __landfall_check_string(from);
    __landfall_check_string(to);
    return __landfall_told() ? 0 : -1;
}

//@ openat: contract: any descriptor or -1
int openat(int fd, const char *path, int flags, ...) {
    __landfall_check_string(path);
    return __landfall_descriptor();
}

//@ utime: contract: success or failure
int utime(const char *path, const void *both) {
    __landfall_check_string(path);
    if (both) __landfall_reads(both, __landfall_pointee_1, "utime: the times can be read");
    return __landfall_told() ? 0 : -1;
}

//@ utimes: contract: success or failure
int utimes(const char *path, const void *both) {
    __landfall_check_string(path);
    if (both) __landfall_reads(both, 2 * __landfall_pointee_1, "utimes: two times can be read");
    return __landfall_told() ? 0 : -1;
}

//@ readlink: contract: any bytes, as many as fit, or -1
long readlink(const char *path, char *to, unsigned long n) {
    __landfall_check_string(path);
    if (!__landfall_told()) return -1;
    if (n == 0) {
        __landfall_errno = 22;
        return -1;
    }
    long got = __landfall_input_long("readlink");
    __landfall_assume(got >= 1 && (unsigned long)got <= n && got <= 4095);
    if (got > 0) __landfall_input_bytes(to, got, "readlink", "readlink: the buffer has as much room as is said");
    __landfall_extent(to, got);
    return got;
}

//@ realpath: contract: null or a string of memory of its own
char *realpath(const char *path, char *to) {
    __landfall_check_string(path);
    if (to) __landfall_unsupported("`realpath` with a buffer");
    if (!__landfall_told()) return (char *)0;
    unsigned long n = __landfall_input_ulong("realpath");
    __landfall_assume(n >= 1 && n < 4096);
    char *text = __builtin_malloc(n + 1);
    if (!text) return text;
    __landfall_input_bytes(text, n, "realpath", "realpath");
    text[0] = '/';
    text[n] = 0;
    return text;
}
