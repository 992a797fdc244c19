// <stdio.h>: locks and the functions that take none. There is one thread.

//@ flockfile: exact
void flockfile(struct __landfall_file *file) { __landfall_check_file(file); }

//@ funlockfile: exact
void funlockfile(struct __landfall_file *file) { __landfall_check_file(file); }

//@ ftrylockfile: exact
int ftrylockfile(struct __landfall_file *file) {
    __landfall_check_file(file);
    return 0;
}

//@ getc_unlocked: contract: any character or EOF
int getc_unlocked(struct __landfall_file *file) { return fgetc(file); }

//@ fgetc_unlocked: contract: any character or EOF
int fgetc_unlocked(struct __landfall_file *file) { return fgetc(file); }

//@ __uflow: contract: any character or EOF
int __uflow(struct __landfall_file *file) { return fgetc(file); }

//@ __overflow: contract: the character or EOF
int __overflow(struct __landfall_file *file, int c) { return fputc(c, file); }

//@ putc_unlocked: contract: the character or EOF
int putc_unlocked(int c, struct __landfall_file *file) { return fputc(c, file); }

//@ fputc_unlocked: contract: the character or EOF
int fputc_unlocked(int c, struct __landfall_file *file) { return fputc(c, file); }

//@ putchar_unlocked: contract: the character or EOF
int putchar_unlocked(int c) { return __landfall_input_int("putchar") ? -1 : (unsigned char)c; }

//@ fputs_unlocked: contract: any number, from 0 on or EOF
int fputs_unlocked(const char *s, struct __landfall_file *file) { return fputs(s, file); }

//@ fgets_unlocked: contract: any characters, a line at most, or null
char *fgets_unlocked(char *to, int size, struct __landfall_file *file) { return fgets(to, size, file); }

//@ fread_unlocked: contract: any bytes, as many elements as are asked for or fewer
unsigned long fread_unlocked(void *to, unsigned long size, unsigned long n, struct __landfall_file *file) {
    return fread(to, size, n, file);
}

//@ fwrite_unlocked: contract: any number of elements are written
unsigned long fwrite_unlocked(const void *from, unsigned long size, unsigned long n, struct __landfall_file *file) {
    return fwrite(from, size, n, file);
}

//@ feof_unlocked: contract: yes or no
int feof_unlocked(struct __landfall_file *file) { return feof(file); }

//@ ferror_unlocked: contract: yes or no
int ferror_unlocked(struct __landfall_file *file) { return ferror(file); }

//@ clearerr_unlocked: exact
void clearerr_unlocked(struct __landfall_file *file) { clearerr(file); }

//@ fflush_unlocked: contract: success or failure
int fflush_unlocked(struct __landfall_file *file) { return fflush(file); }

//@ fileno_unlocked: contract: any descriptor
int fileno_unlocked(struct __landfall_file *file) { return fileno(file); }

//@ getw: contract: any number or EOF
int getw(struct __landfall_file *file) {
    __landfall_check_file(file);
    return __landfall_determined ? __landfall_unknown_int("getw") : __landfall_input_int("getw");
}

//@ putw: contract: success or EOF
int putw(int value, struct __landfall_file *file) {
    __landfall_write_file(file);
    return __landfall_input_int("putw") ? -1 : 0;
}

//@ setlinebuf: exact
void setlinebuf(struct __landfall_file *file) { __landfall_check_file(file); }

//@ fgetpos: contract: any place, or failure
int fgetpos(struct __landfall_file *file, void *place) {
    __landfall_check_file(file);
    if (__landfall_input_int("fgetpos")) {
        __landfall_errno = __landfall_input_int("fgetpos");
        return -1;
    }
    __landfall_unknown_bytes(place, __landfall_pointee_1, "fgetpos", "fgetpos: there is room for a place");
    __landfall_extent(place, __landfall_pointee_1);
    return 0;
}

//@ fsetpos: contract: success or failure
int fsetpos(struct __landfall_file *file, const void *place) {
    __landfall_check_file(file);
    __landfall_reads(place, __landfall_pointee_1, "fsetpos: the place can be read");
    __landfall_determined = 1;
    return __landfall_input_int("fsetpos") ? -1 : 0;
}

//@ tmpnam: contract: null or a name
char *tmpnam(char *to) {
    if (to) __landfall_unsupported("`tmpnam` with a buffer");
    if (__landfall_input_int("tmpnam")) return (char *)0;
    return __landfall_text("tmpnam");
}

//@ ctermid: contract: a name
char *ctermid(char *to) {
    if (to) __landfall_unsupported("`ctermid` with a buffer");
    return __landfall_text("ctermid");
}
