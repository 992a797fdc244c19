// What library functions do under `landfall run --real-io`: these take the place of the models of the same names.
//
// `__landfall_host` asks whoever runs the program (cli/src/run/world.rs): what is asked for, and two numbers. Text is handed over
// character by character.

//@ __landfall_host_what: object
int __landfall_host_what;

//@ __landfall_host_x: object
unsigned long long __landfall_host_x;

//@ __landfall_host_y: object
unsigned long long __landfall_host_y;

//@ __landfall_host: helper
unsigned long long __landfall_host(int what, unsigned long long x, unsigned long long y) {
    __landfall_host_what = what;
    __landfall_host_x = x;
    __landfall_host_y = y;
    return __landfall_input_ulonglong("the host");
}

//@ __landfall_host_text: helper
void __landfall_host_text(const char *s) {
    while (*s) {
        __landfall_host('+', (unsigned char)*s, 0);
        s++;
    }
}

//@ __landfall_file: object
struct __landfall_file { int is_open; int handle; int has_back; int back; int at_end; int failed; char rest[192]; };

//@ __landfall_stdin: object
struct __landfall_file __landfall_stdin = {1, 0};

//@ __landfall_stdout: object
struct __landfall_file __landfall_stdout = {1, 1};

//@ __landfall_stderr: object
struct __landfall_file __landfall_stderr = {1, 2};

//@ fopen, fopen64: exact
struct __landfall_file *fopen(const char *path, const char *mode) {
    __landfall_host_text(path);
    for (int i = 0; mode[i]; i++)
        if (mode[i] == '+') __landfall_unsupported("a file that is read and written");
    unsigned long long handle = __landfall_host('o', (unsigned char)mode[0], 0);
    if (handle >> 32) {
        __landfall_errno = (int)(handle & 0xffff);
        return (struct __landfall_file *)0;
    }
    struct __landfall_file *file = __landfall_static_memory(sizeof(struct __landfall_file));
    file->is_open = 1;
    file->handle = (int)handle;
    file->has_back = file->at_end = file->failed = 0;
    return file;
}

//@ freopen: exact
struct __landfall_file *freopen(const char *path, const char *mode, struct __landfall_file *file) {
    struct __landfall_file *other = fopen(path, mode);
    if (!other) return other;
    *file = *other;
    return file;
}

//@ fclose: exact
int fclose(struct __landfall_file *file) {
    __landfall_require(file->is_open == 1, "fclose: the file is open");
    file->is_open = 0;
    __landfall_host('c', (unsigned long long)file->handle, 0);
    return 0;
}

//@ fflush: exact
int fflush(struct __landfall_file *file) {
    if (file) __landfall_check_file(file);
    return 0;
}

//@ feof: exact
int feof(struct __landfall_file *file) {
    __landfall_check_file(file);
    return file->at_end;
}

//@ ferror: exact
int ferror(struct __landfall_file *file) {
    __landfall_check_file(file);
    return file->failed;
}

//@ clearerr: exact
void clearerr(struct __landfall_file *file) {
    __landfall_check_file(file);
    file->at_end = file->failed = 0;
}

//@ fgetc: exact
int fgetc(struct __landfall_file *file) {
    __landfall_check_file(file);
    if (file->has_back) {
        file->has_back = 0;
        return file->back;
    }
    int c = (int)__landfall_host('r', (unsigned long long)file->handle, 0);
    if (c == -1) file->at_end = 1;
    return c;
}

//@ getc: exact
int getc(struct __landfall_file *file) { return fgetc(file); }

//@ _IO_getc: exact
int _IO_getc(struct __landfall_file *file) { return fgetc(file); }

//@ getchar: exact
int getchar(void) { return fgetc(&__landfall_stdin); }

//@ ungetc: exact
int ungetc(int c, struct __landfall_file *file) {
    __landfall_check_file(file);
    if (c == -1) return -1;
    file->has_back = 1;
    file->at_end = 0;
    file->back = (unsigned char)c;
    return file->back;
}

//@ fgets: exact
//! to: fgets: the buffer has room for as many characters as are asked for
char *fgets(char *to, int size, struct __landfall_file *file) {
    int i = 0;
    while (i < size - 1) {
        int c = fgetc(file);
        if (c == -1) {
            if (i == 0) return (char *)0;
            break;
        }
        to[i] = (char)c;
        i++;
        if (c == '\n') break;
    }
    to[i] = 0;
    return to;
}

//@ fread: exact
//! bytes: fread: the buffer has room for as many elements as are asked for
unsigned long fread(void *to, unsigned long size, unsigned long n, struct __landfall_file *file) {
    unsigned char *bytes = to;
    for (unsigned long i = 0; i < size * n; i++) {
        int c = fgetc(file);
        if (c == -1) return i / size;
        bytes[i] = (unsigned char)c;
    }
    return size ? n : 0;
}

//@ __landfall_emit: helper
void __landfall_emit(struct __landfall_file *file, const char *from, unsigned long n) {
    __landfall_require(file->is_open == 1, "a function of stdio.h: the file is open");
    for (unsigned long i = 0; i < n; i++) __landfall_host('w', (unsigned long long)file->handle, (unsigned char)from[i]);
}

//@ fwrite: exact
unsigned long fwrite(const void *from, unsigned long size, unsigned long n, struct __landfall_file *file) {
    __landfall_emit(file, from, size * n);
    return size ? n : 0;
}

//@ fputc: exact
int fputc(int c, struct __landfall_file *file) {
    char one = (char)c;
    __landfall_emit(file, &one, 1);
    return (unsigned char)c;
}

//@ putc: exact
int putc(int c, struct __landfall_file *file) { return fputc(c, file); }

//@ putchar: exact
int putchar(int c) { return fputc(c, &__landfall_stdout); }

//@ fputs: exact
int fputs(const char *s, struct __landfall_file *file) {
    unsigned long n = 0;
    while (s[n]) n++;
    __landfall_emit(file, s, n);
    return 1;
}

//@ puts: exact
int puts(const char *s) {
    fputs(s, &__landfall_stdout);
    return fputc('\n', &__landfall_stdout) == '\n';
}

//@ perror: contract: a text without the reason
void perror(const char *s) {
    if (s) fputs(s, &__landfall_stderr);
    fputs(": error\n", &__landfall_stderr);
}

//@ vfprintf: exact
int vfprintf(struct __landfall_file *file, const char *format, __builtin_va_list list) {
    __builtin_va_list again;
    __builtin_va_copy(again, list);
    int n = __landfall_format((char *)0, 0, format, again);
    __builtin_va_end(again);
    char text[n + 1];
    __landfall_format(text, (unsigned long)n, format, list);
    __landfall_emit(file, text, (unsigned long)n);
    return n;
}

//@ vprintf: exact
int vprintf(const char *format, __builtin_va_list list) { return vfprintf(&__landfall_stdout, format, list); }

//@ __landfall_put_float: helper
unsigned long __landfall_put_float(char *to, unsigned long room, unsigned long n, double value, char c, char plus, int mark, int left,
                                   int zero, int width, int precision) {
    // The host puts the sign and the digits; where the width goes is decided here.
    unsigned long long how = (unsigned char)c | (unsigned long long)(mark != 0) << 8 | (unsigned long long)(unsigned)precision << 16;
    int length = (int)__landfall_host('f', __landfall_bits(value), how);
    int sign = (unsigned char)__landfall_host('t', 0, 0);
    int finite = value - value == 0;
    if (sign != '-') sign = plus;
    int first = (unsigned char)__landfall_host('t', 0, 0) == '-';
    int pad = width - (length - first) - (sign != 0);
    if (!left && !(zero && finite)) n = __landfall_put_many(to, room, n, ' ', pad);
    if (sign) n = __landfall_put(to, room, n, (char)sign);
    if (!left && zero && finite) n = __landfall_put_many(to, room, n, '0', pad);
    for (int i = first; i < length; i++) n = __landfall_put(to, room, n, (char)__landfall_host('t', (unsigned long long)i, 0));
    if (left) n = __landfall_put_many(to, room, n, ' ', pad);
    return n;
}

//@ __landfall_put_pointer: helper
unsigned long __landfall_put_pointer(char *to, unsigned long room, unsigned long n, void *pointer, int left, int width) {
    if (!pointer) return __landfall_put_string(to, room, n, "(nil)", left, width, -1);
    return __landfall_put_number(to, room, n, (unsigned long)pointer, 0, 16, 0, 1, left, 0, width, -1);
}

//@ strtod: exact
double strtod(const char *s, char **end) {
    __landfall_host_text(s);
    unsigned long long bits = __landfall_host('d', 0, 0);
    unsigned long used = (unsigned long)__landfall_host('u', 0, 0);
    if (end) *end = (char *)s + used;
    return __landfall_number(bits);
}

//@ atof: exact
double atof(const char *s) { return strtod(s, (char **)0); }

//@ getenv: exact
char *getenv(const char *name) {
    __landfall_host_text(name);
    unsigned long long length = __landfall_host('e', 0, 0);
    if (length >> 32) return (char *)0;
    return __landfall_text_of(length);
}

//@ time: exact
long time(long *place) {
    long now = (long)__landfall_host('T', 0, 0);
    if (place) *place = now;
    return now;
}

//@ clock: exact
long clock(void) { return (long)__landfall_host('C', 0, 0); }

//@ isatty: exact
int isatty(int fd) { return 0; }

//@ fmod: exact
double fmod(double x, double y) { return __landfall_number(__landfall_host('%', __landfall_bits(x), __landfall_bits(y))); }

//@ pow: exact
double pow(double x, double y) { return __landfall_number(__landfall_host('^', __landfall_bits(x), __landfall_bits(y))); }

//@ atan2: exact
double atan2(double x, double y) { return __landfall_number(__landfall_host('2', __landfall_bits(x), __landfall_bits(y))); }

//@ sin: exact
double sin(double x) { return __landfall_number(__landfall_host('m', __landfall_bits(x), 's')); }

//@ cos: exact
double cos(double x) { return __landfall_number(__landfall_host('m', __landfall_bits(x), 'c')); }

//@ tan: exact
double tan(double x) { return __landfall_number(__landfall_host('m', __landfall_bits(x), 't')); }

//@ asin: exact
double asin(double x) { return __landfall_number(__landfall_host('m', __landfall_bits(x), 'S')); }

//@ acos: exact
double acos(double x) { return __landfall_number(__landfall_host('m', __landfall_bits(x), 'C')); }

//@ exp: exact
double exp(double x) { return __landfall_number(__landfall_host('m', __landfall_bits(x), 'e')); }

//@ log: exact
double log(double x) { return __landfall_number(__landfall_host('m', __landfall_bits(x), 'l')); }

//@ log2: exact
double log2(double x) { return __landfall_number(__landfall_host('m', __landfall_bits(x), '2')); }

//@ log10: exact
double log10(double x) { return __landfall_number(__landfall_host('m', __landfall_bits(x), '1')); }

//@ signal: exact
// Nobody sends signals.
void *signal(int number, void *handler) { return (void *)0; }

//@ __landfall_text_of: helper
char *__landfall_text_of(unsigned long long length) {
    char *text = __landfall_static_memory((unsigned long)length + 1);
    for (unsigned long i = 0; i < length; i++) text[i] = (char)__landfall_host('t', i, 0);
    text[length] = 0;
    return text;
}

//@ __landfall_start: helper
// What calls `main` with the arguments of the command line.
int __landfall_start(void) {
    int main(int, char **);
    int argc = (int)__landfall_host('n', 0, 0);
    char **argv = __landfall_static_memory((unsigned long)(argc + 1) * sizeof(char *));
    for (int i = 0; i < argc; i++) argv[i] = __landfall_text_of(__landfall_host('a', (unsigned long long)i, 0));
    argv[argc] = (char *)0;
    return main(argc, argv);
}
