// <sys/wait.h>, <unistd.h>, <sys/resource.h>: processes, users and groups, and what they may do.

//@ __landfall_number_from: helper
int __landfall_number_from(int least) {
    int number = __landfall_input_int("the number of a process");
    __landfall_assume(number >= least);
    if (number < 0) __landfall_errno = __landfall_input_int("errno");
    return number;
}

//@ __landfall_status: helper
int __landfall_status(void) {
    int status = __landfall_input_int("the status of a process");
    __landfall_assume(status >= 0 && status <= 65535);
    return status;
}

//@ wait: contract: any process and status, or failure
//! status: wait: there is a place for the status, or null
int wait(int *status) {
    int child = __landfall_number_from(-1);
    if (child > 0 && status) *status = __landfall_status();
    return child;
}

//@ waitpid: contract: any process and status, or failure
//! status: waitpid: there is a place for the status, or null
int waitpid(int process, int *status, int options) {
    int child = __landfall_number_from(-1);
    if (child > 0 && status) *status = __landfall_status();
    return child;
}

//@ wait3: contract: any process and status, or failure
//! status: wait3: there is a place for the status, or null
int wait3(int *status, int options, void *usage) {
    int child = __landfall_number_from(-1);
    if (child > 0 && status) *status = __landfall_status();
    if (usage) __landfall_unknown_bytes(usage, __landfall_pointee_2, "wait3", "wait3: there is room for what is told");
    return child;
}

//@ wait4: contract: any process and status, or failure
//! status: wait4: there is a place for the status, or null
int wait4(int process, int *status, int options, void *usage) {
    int child = __landfall_number_from(-1);
    if (child > 0 && status) *status = __landfall_status();
    if (usage) __landfall_unknown_bytes(usage, __landfall_pointee_3, "wait4", "wait4: there is room for what is told");
    return child;
}

//@ getpgrp: contract: any number from zero on
int getpgrp(void) { return __landfall_number_from(0); }

//@ getpgid, getsid: contract: any number from -1 on
int getpgid(int process) { return __landfall_number_from(-1); }

//@ setsid: contract: any number from -1 on
int setsid(void) { return __landfall_number_from(-1); }

//@ setpgid: contract: success or failure
int setpgid(int process, int group) { return __landfall_told() ? 0 : -1; }

//@ setpgrp: contract: success or failure
int setpgrp(void) { return __landfall_told() ? 0 : -1; }

//@ tcgetpgrp: contract: any number from -1 on
int tcgetpgrp(int fd) { return __landfall_number_from(-1); }

//@ tcsetpgrp: contract: success or failure
int tcsetpgrp(int fd, int group) { return __landfall_told() ? 0 : -1; }

//@ setuid, seteuid: contract: success or failure
int setuid(unsigned int user) { return __landfall_told() ? 0 : -1; }

//@ setgid, setegid: contract: success or failure
int setgid(unsigned int group) { return __landfall_told() ? 0 : -1; }

//@ setreuid, setregid: contract: success or failure
int setreuid(unsigned int real, unsigned int effective) { return __landfall_told() ? 0 : -1; }

//@ getgroups: contract: any groups, as many as fit, or failure
int getgroups(int n, unsigned int *to) {
    int got = __landfall_input_int("getgroups");
    __landfall_assume(got >= -1 && got <= 65536 && (n == 0 || got <= n));
    if (got < 0) __landfall_errno = __landfall_input_int("errno");
    if (got > 0 && n != 0) __landfall_input_bytes(to, (unsigned long)got * 4, "getgroups", "getgroups: there is room for as many groups as are said");
    return got;
}

//@ nice: contract: any number
int nice(int by) {
    if (__landfall_input_int("nice")) __landfall_errno = __landfall_input_int("errno");
    return __landfall_input_int("nice");
}

//@ getpriority: contract: any number
int getpriority(int which, unsigned int who) { return __landfall_input_int("getpriority"); }

//@ setpriority: contract: success or failure
int setpriority(int which, unsigned int who, int priority) { return __landfall_told() ? 0 : -1; }

//@ getrlimit, getrlimit64: contract: any limits, or failure
int getrlimit(int which, void *to) {
    if (!__landfall_told()) return -1;
    __landfall_unknown_bytes(to, __landfall_pointee_1, "getrlimit", "getrlimit: there is room for what is told");
    __landfall_extent(to, __landfall_pointee_1);
    return 0;
}

//@ setrlimit, setrlimit64: contract: success or failure
int setrlimit(int which, const void *from) {
    __landfall_reads(from, __landfall_pointee_1, "setrlimit: the limits can be read");
    __landfall_extent(from, __landfall_pointee_1);
    return __landfall_told() ? 0 : -1;
}

//@ getrusage: contract: anything that fits into the structure, or failure
int getrusage(int who, void *to) {
    if (!__landfall_told()) return -1;
    __landfall_unknown_bytes(to, __landfall_pointee_1, "getrusage", "getrusage: there is room for what is told");
    __landfall_extent(to, __landfall_pointee_1);
    return 0;
}

//@ pause: contract: unsupported, since it waits for a signal
int pause(void) {
    __landfall_unsupported("waiting for a signal");
    return -1;
}

//@ fchdir: contract: success or failure
int fchdir(int fd) { return __landfall_told() ? 0 : -1; }

//@ execv, execvp: contract: failure, or the end of the program
int execv(const char *path, char *const *arguments) {
    __landfall_check_string(path);
    if (__landfall_told()) _Exit(0);
    return -1;
}

//@ execve, execvpe: contract: failure, or the end of the program
int execve(const char *path, char *const *arguments, char *const *environment) {
    __landfall_check_string(path);
    if (__landfall_told()) _Exit(0);
    return -1;
}

//@ execl, execlp: contract: failure, or the end of the program
int execl(const char *path, const char *first, ...) {
    __landfall_check_string(path);
    if (__landfall_told()) _Exit(0);
    return -1;
}

//@ execle: contract: failure, or the end of the program
int execle(const char *path, const char *first, ...) {
    __landfall_check_string(path);
    if (__landfall_told()) _Exit(0);
    return -1;
}

//@ daemon: contract: success or failure; the program goes on as another process
int daemon(int stay, int open_files) {
    __landfall_process = 0;
    return __landfall_told() ? 0 : -1;
}
