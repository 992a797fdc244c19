// <stdio.h>: files are objects that are open or closed; what is read from them is an input, what is written is not kept.
//
// Formatted output and input are in format.c and scan.c.

//@ __landfall_file: object
struct __landfall_file { int is_open; char rest[212]; };

//@ __landfall_stdin: object
struct __landfall_file __landfall_stdin = {1};

//@ __landfall_stdout: object
struct __landfall_file __landfall_stdout = {1};

//@ __landfall_stderr: object
struct __landfall_file __landfall_stderr = {1};

//@ __landfall_check_file: helper
//! file: a function of stdio.h: the argument is a file
void __landfall_check_file(struct __landfall_file *file) {
    __landfall_require(file->is_open == 1, "a function of stdio.h: the file is open");
}

//@ __landfall_determined: object
// What is read next may be determined by what the program did: characters put back, files written or sought.
int __landfall_determined;

//@ __landfall_write_file: helper
//! file: a function of stdio.h: the argument is a file
void __landfall_write_file(struct __landfall_file *file) {
    __landfall_require(file->is_open == 1, "a function of stdio.h: the file is open");
    if (file != &__landfall_stdout && file != &__landfall_stderr) __landfall_determined = 1;
}

//@ __landfall_check_string: helper
//! s: a function of stdio.h: the argument is a string that ends
void __landfall_check_string(const char *s) {
    while (*s) s++;
}

//@ __landfall_new_file: helper
struct __landfall_file *__landfall_new_file(void) {
    if (__landfall_input_int("fopen") == 0) {
        __landfall_errno = __landfall_input_int("fopen");
        return (struct __landfall_file *)0;
    }
    struct __landfall_file *file = __landfall_static_memory(sizeof(struct __landfall_file));
    file->is_open = 1;
    return file;
}

//@ fopen, fopen64: contract: null or a file
struct __landfall_file *fopen(const char *path, const char *mode) {
    __landfall_check_string(path);
    __landfall_check_string(mode);
    return __landfall_new_file();
}

//@ fdopen: contract: null or a file
struct __landfall_file *fdopen(int fd, const char *mode) {
    __landfall_check_string(mode);
    return __landfall_new_file();
}

//@ tmpfile: contract: null or a file
struct __landfall_file *tmpfile(void) { return __landfall_new_file(); }

//@ popen: contract: null or a file; what the command does is not seen
struct __landfall_file *popen(const char *command, const char *mode) {
    __landfall_check_string(command);
    __landfall_check_string(mode);
    return __landfall_new_file();
}

//@ freopen: contract: null or the file
//! file: freopen: the argument is a file
struct __landfall_file *freopen(const char *path, const char *mode, struct __landfall_file *file) {
    if (path) __landfall_check_string(path);
    __landfall_check_string(mode);
    file->is_open = 1;
    __landfall_determined = 1;
    return __landfall_input_int("freopen") ? file : (struct __landfall_file *)0;
}

//@ fclose: contract: success or failure
//! file: fclose: the argument is a file
int fclose(struct __landfall_file *file) {
    __landfall_require(file->is_open == 1, "fclose: the file is open");
    file->is_open = 0;
    __landfall_closed = 1;
    // Who opens a file again reads the same.
    __landfall_determined = 1;
    return __landfall_input_int("fclose") ? -1 : 0;
}

//@ pclose: contract: any status
//! file: pclose: the argument is a file
int pclose(struct __landfall_file *file) {
    __landfall_require(file->is_open == 1, "pclose: the file is open");
    file->is_open = 0;
    __landfall_closed = 1;
    return __landfall_input_int("pclose");
}

//@ fflush: contract: success or failure
int fflush(struct __landfall_file *file) {
    if (file) __landfall_check_file(file);
    return __landfall_input_int("fflush") ? -1 : 0;
}

//@ feof: contract: yes or no
int feof(struct __landfall_file *file) {
    __landfall_check_file(file);
    return __landfall_unknown_int("feof");
}

//@ ferror: contract: yes or no
int ferror(struct __landfall_file *file) {
    __landfall_check_file(file);
    return __landfall_unknown_int("ferror");
}

//@ clearerr: exact
void clearerr(struct __landfall_file *file) { __landfall_check_file(file); }

//@ fileno: contract: any descriptor
int fileno(struct __landfall_file *file) {
    __landfall_check_file(file);
    int fd = __landfall_unknown_int("fileno");
    __landfall_assume(fd >= 0);
    return fd;
}

//@ fseek, fseeko: contract: success or failure
int fseek(struct __landfall_file *file, long offset, int whence) {
    __landfall_check_file(file);
    __landfall_determined = 1;
    return __landfall_input_int("fseek") ? -1 : 0;
}

//@ ftell, ftello: contract: any place or -1
long ftell(struct __landfall_file *file) {
    __landfall_check_file(file);
    long at = __landfall_unknown_long("ftell");
    __landfall_assume(at >= -1);
    return at;
}

//@ rewind: exact
void rewind(struct __landfall_file *file) {
    __landfall_check_file(file);
    __landfall_determined = 1;
}

//@ __landfall_next: helper
int __landfall_next(void) {
    int c = __landfall_determined ? __landfall_unknown_int("getchar") : __landfall_input_int("getchar");
    __landfall_assume(c >= -1 && c <= 255);
    if (c == -1) __landfall_determined = 1;
    return c;
}

//@ getchar: contract: any character or EOF
int getchar(void) { return __landfall_next(); }

//@ getchar_unlocked: contract: any character or EOF
int getchar_unlocked(void) { return __landfall_next(); }

//@ fgetc: contract: any character or EOF
int fgetc(struct __landfall_file *file) {
    __landfall_check_file(file);
    return __landfall_next();
}

//@ getc: contract: any character or EOF
int getc(struct __landfall_file *file) {
    __landfall_check_file(file);
    return __landfall_next();
}

//@ _IO_getc: contract: any character or EOF
int _IO_getc(struct __landfall_file *file) {
    __landfall_check_file(file);
    return __landfall_next();
}

//@ ungetc: contract: the character or EOF
int ungetc(int c, struct __landfall_file *file) {
    __landfall_check_file(file);
    __landfall_determined = 1;
    return c == -1 || __landfall_input_int("ungetc") ? -1 : (unsigned char)c;
}

//@ fgets: contract: any characters, a line at most, or null
//! to: fgets: the buffer has as much room as is said
char *fgets(char *to, int size, struct __landfall_file *file) {
    __landfall_check_file(file);
    if (size <= 0) return (char *)0;
    int i = 0;
    while (i < size - 1) {
        int c = __landfall_next();
        if (c == -1) {
            if (i == 0 || __landfall_unknown_int("ferror")) return (char *)0;
            break;
        }
        to[i] = (char)c;
        i++;
        if (c == '\n') break;
    }
    __landfall_extent(to, (unsigned long)i + 1);
    to[i] = 0;
    return to;
}

//@ gets: contract: any characters, a line at most, or null
//! to: gets: the buffer has room for a line of any length
char *gets(char *to) {
    unsigned long i = 0;
    for (;;) {
        int c = __landfall_next();
        if (c == -1 && i == 0) return (char *)0;
        if (c == -1 || c == '\n') break;
        to[i] = (char)c;
        i++;
    }
    to[i] = 0;
    return to;
}

//@ getdelim: contract: any characters up to the delimiter, or -1
//! place: getdelim, getline: there is a place for the buffer
//! size: getdelim, getline: there is a place for its size
long getdelim(char **place, unsigned long *size, int delimiter, struct __landfall_file *file) {
    __landfall_check_file(file);
    unsigned long n = 0;
    if (!*place) *size = 0;
    for (;;) {
        int c = __landfall_next();
        if (c == -1 && n == 0) return -1;
        if (n + 2 > *size || !*place) {
            unsigned long wanted = *size < 120 ? 120 : *size * 2;
            char *larger = __builtin_realloc(*place, wanted);
            if (!larger) return -1;
            *place = larger;
            *size = wanted;
        }
        if (c == -1) break;
        (*place)[n] = (char)c;
        n++;
        if (c == delimiter) break;
    }
    (*place)[n] = 0;
    return (long)n;
}

//@ getline: contract: any line, or -1
long getline(char **place, unsigned long *size, struct __landfall_file *file) { return getdelim(place, size, '\n', file); }

//@ fread: contract: any bytes, as many elements as are asked for or fewer
unsigned long fread(void *to, unsigned long size, unsigned long n, struct __landfall_file *file) {
    __landfall_check_file(file);
    if (size == 0 || n == 0) return 0;
    unsigned long got = __landfall_input_ulong("fread");
    __landfall_assume(got <= n);
    // A part of an element may be read before the file ends.
    unsigned long part = __landfall_input_ulong("fread");
    __landfall_assume(got < n ? part < size : part == 0);
    if (__landfall_determined) __landfall_unknown_bytes(to, got * size + part, "fread", "fread: the buffer has room for as many elements as are asked for");
    else __landfall_input_bytes(to, got * size + part, "fread", "fread: the buffer has room for as many elements as are asked for");
    if (got < n) __landfall_determined = 1;
    __landfall_extent(to, got * size + part);
    return got;
}

//@ fwrite: contract: any number of elements are written
unsigned long fwrite(const void *from, unsigned long size, unsigned long n, struct __landfall_file *file) {
    __landfall_write_file(file);
    __landfall_reads(from, size * n, "fwrite: as many elements as are said can be read");
    if (size == 0) return 0;
    unsigned long put = __landfall_input_ulong("fwrite");
    __landfall_assume(put <= n);
    return put;
}

//@ putchar: contract: the character or EOF
int putchar(int c) { return __landfall_input_int("putchar") ? -1 : (unsigned char)c; }

//@ fputc: contract: the character or EOF
int fputc(int c, struct __landfall_file *file) {
    __landfall_write_file(file);
    return __landfall_input_int("fputc") ? -1 : (unsigned char)c;
}

//@ putc: contract: the character or EOF
int putc(int c, struct __landfall_file *file) {
    __landfall_write_file(file);
    return __landfall_input_int("putc") ? -1 : (unsigned char)c;
}

//@ puts: contract: any number, from 0 on or EOF
//! s: puts: the argument is a string that ends
int puts(const char *s) {
    unsigned long n = 0;
    while (s[n]) n++;
    __landfall_extent(s, n + 1);
    int result = __landfall_input_int("puts");
    __landfall_assume(result >= -1);
    return result;
}

//@ fputs: contract: any number, from 0 on or EOF
//! s: fputs: the argument is a string that ends
int fputs(const char *s, struct __landfall_file *file) {
    __landfall_write_file(file);
    unsigned long n = 0;
    while (s[n]) n++;
    __landfall_extent(s, n + 1);
    int result = __landfall_input_int("fputs");
    __landfall_assume(result >= -1);
    return result;
}

//@ perror: exact
void perror(const char *s) {
    if (s) __landfall_check_string(s);
}

//@ remove: contract: success or failure
int remove(const char *path) {
    __landfall_check_string(path);
    return __landfall_input_int("remove") ? -1 : 0;
}

//@ rename: contract: success or failure
int rename(const char *from, const char *to) {
    __landfall_check_string(from);
    __landfall_check_string(to);
    return __landfall_input_int("rename") ? -1 : 0;
}

//@ setbuf: contract: without effect; buffers of the program's own are not modelled
void setbuf(struct __landfall_file *file, char *buffer) {
    __landfall_check_file(file);
    if (buffer) __landfall_unsupported("a buffer that a stream keeps");
}

//@ setvbuf: contract: zero, or any number where the mode is not accepted; buffers of the program's own are not modelled
int setvbuf(struct __landfall_file *file, char *buffer, int mode, unsigned long size) {
    __landfall_check_file(file);
    if (buffer) __landfall_unsupported("a buffer that a stream keeps");
    return mode >= 0 && mode <= 2 ? 0 : __landfall_open_int("setvbuf");
}
