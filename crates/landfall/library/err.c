// <err.h>, <error.h>, <syslog.h>: messages, and the end of the program.

//@ vwarn, vwarnx: exact
void vwarn(const char *format, __builtin_va_list list) {
    if (format) __landfall_format((char *)0, 0, format, list);
}

//@ warn, warnx: exact
void warn(const char *format, ...) {
    __builtin_va_list list;
    __builtin_va_start(list, format);
    if (format) __landfall_format((char *)0, 0, format, list);
    __builtin_va_end(list);
}

//@ verr, verrx: exact
void verr(int status, const char *format, __builtin_va_list list) {
    if (format) __landfall_format((char *)0, 0, format, list);
    exit(status);
}

//@ err, errx: exact
void err(int status, const char *format, ...) {
    __builtin_va_list list;
    __builtin_va_start(list, format);
    if (format) __landfall_format((char *)0, 0, format, list);
    __builtin_va_end(list);
    exit(status);
}

//@ error: exact
void error(int status, int number, const char *format, ...) {
    __builtin_va_list list;
    __builtin_va_start(list, format);
    __landfall_format((char *)0, 0, format, list);
    __builtin_va_end(list);
    if (status) exit(status);
}

//@ error_at_line: exact
//! file: error_at_line: the name of the file is a string that ends, or null
void error_at_line(int status, int number, const char *file, unsigned int line, const char *format, ...) {
    if (file)
        for (unsigned long i = 0; file[i]; i++) {}
    __builtin_va_list list;
    __builtin_va_start(list, format);
    __landfall_format((char *)0, 0, format, list);
    __builtin_va_end(list);
    if (status) exit(status);
}

//@ openlog: exact
void openlog(const char *name, int options, int facility) {
    if (name) __landfall_check_string(name);
}

//@ closelog: exact
void closelog(void) {}

//@ setlogmask: contract: any mask
int setlogmask(int mask) { return __landfall_unknown_int("setlogmask"); }
