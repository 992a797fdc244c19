// What `-D_FORTIFY_SOURCE` makes of calls: the size of the destination is the last argument but where noted, and a call that needs
// more ends the program.

//@ __memcpy_chk: exact
void *__memcpy_chk(void *to, const void *from, unsigned long n, unsigned long size) {
    if (n > size) __builtin_abort();
    return memcpy(to, from, n);
}

//@ __memmove_chk: exact
void *__memmove_chk(void *to, const void *from, unsigned long n, unsigned long size) {
    if (n > size) __builtin_abort();
    return memmove(to, from, n);
}

//@ __mempcpy_chk: exact
void *__mempcpy_chk(void *to, const void *from, unsigned long n, unsigned long size) {
    if (n > size) __builtin_abort();
    return mempcpy(to, from, n);
}

//@ __memset_chk: exact
void *__memset_chk(void *to, int value, unsigned long n, unsigned long size) {
    if (n > size) __builtin_abort();
    return memset(to, value, n);
}

//@ __strcpy_chk: exact
char *__strcpy_chk(char *to, const char *from, unsigned long size) {
    if (strlen(from) >= size) __builtin_abort();
    return strcpy(to, from);
}

//@ __stpcpy_chk: exact
char *__stpcpy_chk(char *to, const char *from, unsigned long size) {
    if (strlen(from) >= size) __builtin_abort();
    return stpcpy(to, from);
}

//@ __strncpy_chk: exact
char *__strncpy_chk(char *to, const char *from, unsigned long n, unsigned long size) {
    if (n > size) __builtin_abort();
    return strncpy(to, from, n);
}

//@ __stpncpy_chk: exact
char *__stpncpy_chk(char *to, const char *from, unsigned long n, unsigned long size) {
    if (n > size) __builtin_abort();
    return stpncpy(to, from, n);
}

//@ __strcat_chk: exact
char *__strcat_chk(char *to, const char *from, unsigned long size) {
    unsigned long length = strlen(to), more = strlen(from);
    if (length >= size || more >= size - length) __builtin_abort();
    return strcat(to, from);
}

//@ __strncat_chk: exact
char *__strncat_chk(char *to, const char *from, unsigned long n, unsigned long size) {
    unsigned long length = strlen(to), more = strnlen(from, n);
    if (length >= size || more >= size - length) __builtin_abort();
    return strncat(to, from, n);
}

//@ __vsnprintf_chk: contract: exact but for pointers and floating-point numbers
int __vsnprintf_chk(char *to, unsigned long n, int flag, unsigned long size, const char *format, __builtin_va_list list) {
    if (n > size) __builtin_abort();
    return vsnprintf(to, n, format, list);
}

//@ __vfprintf_chk: contract: the number of characters, or any negative number
int __vfprintf_chk(struct __landfall_file *file, int flag, const char *format, __builtin_va_list list) {
    return vfprintf(file, format, list);
}

//@ __vprintf_chk: contract: the number of characters, or any negative number
int __vprintf_chk(int flag, const char *format, __builtin_va_list list) { return vprintf(format, list); }

//@ __fgets_chk: contract: any characters, a line at most, or null
char *__fgets_chk(char *to, unsigned long size, int n, struct __landfall_file *file) {
    if (n > 0 && (unsigned long)n > size) __builtin_abort();
    return fgets(to, n, file);
}

//@ __fread_chk: contract: any bytes, as many elements as are asked for or fewer
unsigned long __fread_chk(void *to, unsigned long room, unsigned long size, unsigned long n, struct __landfall_file *file) {
    if (size && n > room / size) __builtin_abort();
    return fread(to, size, n, file);
}

//@ __read_chk: contract: any bytes, as many as are asked for or fewer, or -1
long __read_chk(int fd, void *to, unsigned long n, unsigned long size) {
    if (n > size) __builtin_abort();
    return read(fd, to, n);
}

//@ __vsprintf_chk: contract: exact but for pointers and floating-point numbers
int __vsprintf_chk(char *to, int flag, unsigned long size, const char *format, __builtin_va_list list) {
    __builtin_va_list again;
    __builtin_va_copy(again, list);
    int n = __landfall_format((char *)0, 0, format, again);
    __builtin_va_end(again);
    if ((unsigned long)n >= size) __builtin_abort();
    return vsprintf(to, format, list);
}
