// <stdlib.h>
//
// `__landfall_input_*("f")` is what the environment gives by f; `__landfall_open_*` is what C leaves open; `__landfall_unknown_*` is
// what f determines in a way that is not modelled.

//@ malloc: exact
void *malloc(unsigned long n) { return __builtin_malloc(n); }

//@ calloc: exact
void *calloc(unsigned long n, unsigned long size) { return __builtin_calloc(n, size); }

//@ realloc: exact
void *realloc(void *old, unsigned long n) { return __builtin_realloc(old, n); }

//@ free: exact
void free(void *p) { __builtin_free(p); }

//@ cfree: exact
void cfree(void *p) { __builtin_free(p); }

//@ reallocarray: exact
void *reallocarray(void *old, unsigned long n, unsigned long size) {
    unsigned long total;
    if (__builtin_mul_overflow(n, size, &total)) {
        __landfall_errno = 12;
        return (void *)0;
    }
    return __builtin_realloc(old, total);
}

//@ aligned_alloc: exact
void *aligned_alloc(unsigned long alignment, unsigned long n) {
    char *p = __builtin_malloc(n);
    if ((unsigned long)p % alignment != 0) __landfall_unsupported("memory of so large an alignment");
    return p;
}

//@ memalign: exact
void *memalign(unsigned long alignment, unsigned long n) { return aligned_alloc(alignment, n); }

//@ valloc: exact
void *valloc(unsigned long n) { return __builtin_malloc(n); }

//@ posix_memalign: exact
//! place: posix_memalign: there is a place for the result
int posix_memalign(void **place, unsigned long alignment, unsigned long n) {
    if (alignment % sizeof(void *) || alignment == 0 || (alignment & (alignment - 1))) return 22;
    char *p = aligned_alloc(alignment, n);
    if (!p) return 12;
    *place = p;
    return 0;
}

//@ abs: exact
int abs(int x) { return __builtin_abs(x); }

//@ labs: exact
long labs(long x) { return __builtin_labs(x); }

//@ llabs: exact
long long llabs(long long x) { return __builtin_llabs(x); }

//@ imaxabs: exact
long long imaxabs(long long x) { return __builtin_llabs(x); }

//@ __landfall_div: object
struct __landfall_div { int quot, rem; };

//@ div: exact
struct __landfall_div div(int x, int y) {
    struct __landfall_div result = {x / y, x % y};
    return result;
}

//@ __landfall_ldiv: object
struct __landfall_ldiv { long quot, rem; };

//@ ldiv: exact
struct __landfall_ldiv ldiv(long x, long y) {
    struct __landfall_ldiv result = {x / y, x % y};
    return result;
}

//@ __landfall_lldiv: object
struct __landfall_lldiv { long long quot, rem; };

//@ lldiv: exact
struct __landfall_lldiv lldiv(long long x, long long y) {
    struct __landfall_lldiv result = {x / y, x % y};
    return result;
}

//@ __landfall_digit: helper
int __landfall_digit(char c) {
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'z' ? c - 'a' + 10 : c >= 'A' && c <= 'Z' ? c - 'A' + 10 : 99;
}

//@ __landfall_read_number: helper
//! s: strtol and relatives: the argument is a string that ends
//! end: strtol and relatives: there is a place for the end, or null
unsigned long long __landfall_read_number(const char *s, char **end, int base, unsigned long long most, int *negative, int *over) {
    unsigned long i = 0;
    *negative = 0;
    *over = 0;
    if (base < 0 || base == 1 || base > 36) {
        __landfall_errno = 22;
        if (end) *end = (char *)s;
        return 0;
    }
    while (s[i] == ' ' || (s[i] >= 9 && s[i] <= 13)) i++;
    if (s[i] == '-') *negative = 1;
    if (s[i] == '-' || s[i] == '+') i++;
    if ((base == 0 || base == 16) && s[i] == '0' && (s[i + 1] == 'x' || s[i + 1] == 'X') && __landfall_digit(s[i + 2]) < 16) {
        i += 2;
        base = 16;
    } else if (base == 0) {
        base = s[i] == '0' ? 8 : 10;
    }
    unsigned long long value = 0;
    int any = 0;
    for (; __landfall_digit(s[i]) < base; i++) {
        unsigned long long digit = __landfall_digit(s[i]);
        any = 1;
        if (value > (most - digit) / base) *over = 1;
        else value = value * base + digit;
    }
    if (end) *end = any ? (char *)s + i : (char *)s;
    return value;
}

//@ __landfall_signed_number: helper
long long __landfall_signed_number(const char *s, char **end, int base, unsigned long long most) {
    int negative, over;
    unsigned long long value = __landfall_read_number(s, end, base, most + 1, &negative, &over);
    if (over || (!negative && value > most)) {
        __landfall_errno = 34;
        return negative ? -(long long)most - 1 : (long long)most;
    }
    if (negative) return value > most ? -(long long)most - 1 : -(long long)value;
    return (long long)value;
}

//@ __landfall_unsigned_number: helper
unsigned long long __landfall_unsigned_number(const char *s, char **end, int base, unsigned long long most) {
    int negative, over;
    unsigned long long value = __landfall_read_number(s, end, base, most, &negative, &over);
    if (over) {
        __landfall_errno = 34;
        return most;
    }
    return negative ? 0ULL - value : value;
}

//@ strtol: exact
long strtol(const char *s, char **end, int base) { return __landfall_signed_number(s, end, base, ~0UL >> 1); }

//@ strtoll: exact
long long strtoll(const char *s, char **end, int base) { return __landfall_signed_number(s, end, base, ~0ULL >> 1); }

//@ strtoimax: exact
long long strtoimax(const char *s, char **end, int base) { return __landfall_signed_number(s, end, base, ~0ULL >> 1); }

//@ strtoul: exact
unsigned long strtoul(const char *s, char **end, int base) { return __landfall_unsigned_number(s, end, base, ~0UL); }

//@ strtoull: exact
unsigned long long strtoull(const char *s, char **end, int base) { return __landfall_unsigned_number(s, end, base, ~0ULL); }

//@ strtoumax: exact
unsigned long long strtoumax(const char *s, char **end, int base) { return __landfall_unsigned_number(s, end, base, ~0ULL); }

//@ atoi: exact
int atoi(const char *s) { return (int)__landfall_signed_number(s, (char **)0, 10, ~0UL >> 1); }

//@ atol: exact
long atol(const char *s) { return __landfall_signed_number(s, (char **)0, 10, ~0UL >> 1); }

//@ atoll: exact
long long atoll(const char *s) { return __landfall_signed_number(s, (char **)0, 10, ~0ULL >> 1); }

//@ __landfall_matches: helper
//! s: strtod and relatives: the argument is a string that ends
int __landfall_matches(const char *s, const char *word) {
    unsigned long i = 0;
    for (; word[i]; i++) {
        char c = s[i];
        if (c >= 'A' && c <= 'Z') c = (char)(c + 32);
        if (c != word[i]) return 0;
    }
    return 1;
}

//@ __landfall_scaled, __landfall_scaledf, __landfall_scaledl: helper
T __landfall_scaled(unsigned long long digits, int exponent, int base) {
    // Whole numbers that are exact, and a power that is: one operation rounds once.
    unsigned long long most = sizeof(T) == 4 ? 1ULL << 24 : sizeof(T) == 8 ? 1ULL << 53 : ~0ULL;
    int far = base == 2 ? (sizeof(T) == 4 ? 100 : 900) : sizeof(T) == 4 ? 10 : sizeof(T) == 8 ? 22 : 27;
    if (digits == 0) return 0;
    if (digits > most || exponent > far || exponent < -far) {
        T value = __landfall_unknown_T("strtod");
        __landfall_assume(value >= 0);
        return value;
    }
    T power = 1;
    for (int i = exponent < 0 ? -exponent : exponent; i > 0; i--) power *= base;
    return exponent < 0 ? (T)digits / power : (T)digits * power;
}

//@ strtod, strtof, strtold: contract: exact but for numbers with many digits, which are any that are not negative, or their negatives
//! s: strtod and relatives: the argument is a string that ends
//! end: strtod and relatives: there is a place for the end, or null
T strtod(const char *s, char **end) {
    const char *start = s;
    while (*s == ' ' || (*s >= 9 && *s <= 13)) s++;
    int negative = *s == '-';
    if (*s == '-' || *s == '+') s++;
    if (__landfall_matches(s, "inf") || __landfall_matches(s, "nan")) {
        int whole = *s == 'i' || *s == 'I';
        s += whole && __landfall_matches(s, "infinity") ? 8 : 3;
        if (!whole && *s == '(') __landfall_unsupported("a payload behind nan in a text");
        if (end) *end = (char *)s;
        T value = whole ? __builtin_infT() : __builtin_nanT("");
        return negative ? -value : value;
    }
    int base = 10, point = 0, any = 0, exponent = 0, many = 0;
    if (*s == '0' && (s[1] == 'x' || s[1] == 'X') && (__landfall_digit(s[2]) < 16 || (s[2] == '.' && __landfall_digit(s[3]) < 16))) {
        base = 16;
        s += 2;
    }
    unsigned long long digits = 0;
    for (;; s++) {
        int digit = __landfall_digit(*s);
        if (*s == '.' && !point) {
            point = 1;
            continue;
        }
        if (digit >= base) break;
        any = 1;
        if (digits > 999999999999999999ULL) many = 1;
        else digits = digits * base + digit;
        if (point) exponent -= base == 16 ? 4 : 1;
    }
    if (!any) {
        if (end) *end = (char *)start;
        return 0;
    }
    char mark = base == 16 ? 'p' : 'e';
    if (*s == mark || *s == mark - 32) {
        const char *after = s + 1;
        int down = *after == '-', power = 0;
        if (*after == '-' || *after == '+') after++;
        if (*after >= '0' && *after <= '9') {
            for (; *after >= '0' && *after <= '9'; after++) power = power > 99999 ? power : power * 10 + (*after - '0');
            s = after;
            exponent += down ? -power : power;
        }
    }
    if (end) *end = (char *)s;
    if (many || exponent > (sizeof(T) == 4 ? 19 : 285) || exponent < (sizeof(T) == 4 ? -37 : -300)) {
        // The result may be out of range.
        if (__landfall_unknown_int("strtod")) __landfall_errno = 34;
        T value = __landfall_unknown_T("strtod");
        __landfall_assume(value >= 0);
        return negative ? -value : value;
    }
    T value = __landfall_scaled(digits, exponent, base == 16 ? 2 : 10);
    return negative ? -value : value;
}

//@ atof: contract: exact but for numbers with many digits
//! s: atof: the argument is a string that ends
double atof(const char *s) { return strtod(s, (char **)0); }

//@ qsort: exact
//! base: qsort: the array has as many elements as are said
void qsort(void *base, unsigned long n, unsigned long size, int (*compare)(const void *, const void *)) {
    if (n < 2 || size == 0) return;
    unsigned char key[size];
    unsigned char *a = base;
    for (unsigned long i = 1; i < n; i++) {
        unsigned long j = i;
        __builtin_memcpy(key, a + i * size, size);
        while (j > 0) {
            int order = compare(a + (j - 1) * size, key);
            // C leaves open in which order equal elements come.
            if (order < 0 || (order == 0 && __landfall_open_int("qsort"))) break;
            __builtin_memcpy(a + j * size, a + (j - 1) * size, size);
            j--;
        }
        __builtin_memcpy(a + j * size, key, size);
    }
}

//@ __landfall_e1: object
typedef unsigned char __landfall_e1;

//@ __landfall_e2: object
typedef unsigned short __landfall_e2 __attribute__((aligned(1)));

//@ __landfall_e4: object
typedef unsigned int __landfall_e4 __attribute__((aligned(1)));

//@ __landfall_e8: object
typedef unsigned long long __landfall_e8 __attribute__((aligned(1)));

//@ __landfall_sort_elements: helper
//! a: qsort: the array has as many elements as are said
void __landfall_sort_elements(void *base, unsigned long n, unsigned long size, int (*compare)(const void *, const void *)) {
    // The same as qsort, for elements as large as a number of type E.
    E key, *a = base;
    for (unsigned long i = 1; i < n; i++) {
        unsigned long j = i;
        key = a[i];
        while (j > 0) {
            int order = compare(a + (j - 1), &key);
            if (order < 0 || (order == 0 && __landfall_open_int("qsort"))) break;
            a[j] = a[j - 1];
            j--;
        }
        a[j] = key;
    }
}

//@ qsort_r: exact
void qsort_r(void *base, unsigned long n, unsigned long size, int (*compare)(const void *, const void *, void *), void *more) {
    if (n < 2 || size == 0) return;
    unsigned char key[size];
    unsigned char *a = base;
    for (unsigned long i = 1; i < n; i++) {
        unsigned long j = i;
        __builtin_memcpy(key, a + i * size, size);
        while (j > 0) {
            int order = compare(a + (j - 1) * size, key, more);
            if (order < 0 || (order == 0 && __landfall_open_int("qsort_r"))) break;
            __builtin_memcpy(a + j * size, a + (j - 1) * size, size);
            j--;
        }
        __builtin_memcpy(a + j * size, key, size);
    }
}

//@ bsearch: exact
void *bsearch(const void *key, const void *base, unsigned long n, unsigned long size, int (*compare)(const void *, const void *)) {
    unsigned long low = 0, high = n;
    while (low < high) {
        unsigned long middle = (low + high) / 2;
        const char *here = (const char *)base + middle * size;
        int order = compare(key, here);
        if (order < 0) high = middle;
        else if (order > 0) low = middle + 1;
        else return (void *)here;
    }
    return (void *)0;
}

//@ lfind: exact
//! n: lfind: there is a number of elements
void *lfind(const void *key, const void *base, unsigned long *n, unsigned long size, int (*compare)(const void *, const void *)) {
    for (unsigned long i = 0; i < *n; i++) {
        const char *here = (const char *)base + i * size;
        if (compare(key, here) == 0) return (void *)here;
    }
    return (void *)0;
}

//@ rand: contract: any number from 0 to RAND_MAX
int rand(void) {
    int r = __builtin_any_positive("rand");
    return r - 1;
}

//@ random: contract: any number from 0 to RAND_MAX
long random(void) {
    int r = __builtin_any_positive("random");
    return r - 1;
}

//@ rand_r: contract: any number from 0 to RAND_MAX, any new seed
//! seed: rand_r: there is a seed
int rand_r(unsigned int *seed) {
    *seed = __landfall_unknown_uint("rand_r");
    int r = __landfall_unknown_int("rand_r");
    __landfall_assume(r >= 0);
    return r;
}

//@ srand: exact
void srand(unsigned int seed) {}

//@ srandom: exact
void srandom(unsigned int seed) {}

//@ drand48: contract: any number from 0 on, below 1
double drand48(void) {
    double r = __landfall_open_double("drand48");
    __landfall_assume(r >= 0.0 && r < 1.0);
    return r;
}

//@ lrand48: contract: any number from 0 on, below 2^31
long lrand48(void) {
    int r = __builtin_any_positive("lrand48");
    return r - 1;
}

//@ mrand48: contract: any number of 32 bits
long mrand48(void) { return __landfall_open_int("mrand48"); }

//@ srand48: exact
void srand48(long seed) {}

//@ arc4random: contract: any number
unsigned int arc4random(void) { return __landfall_open_uint("arc4random"); }

//@ arc4random_uniform: contract: any number below the bound
unsigned int arc4random_uniform(unsigned int bound) {
    unsigned int r = __landfall_open_uint("arc4random_uniform");
    if (bound < 2) return 0;
    __landfall_assume(r < bound);
    return r;
}

//@ __landfall_getenv_calls: object
int __landfall_getenv_calls;

//@ getenv: contract: null or any string; what it gives when it was called before is not told from that
//! name: getenv: the name is a string that ends
char *getenv(const char *name) {
    for (unsigned long i = 0; name[i]; i++) {}
    // The first time the environment decides; later what it decided then does.
    int again = __landfall_getenv_calls;
    __landfall_getenv_calls = 1;
    int found = again ? __landfall_unknown_int("getenv") : __landfall_input_int("getenv");
    if (!found) return (char *)0;
    unsigned long n = again ? __landfall_unknown_ulong("getenv") : __landfall_input_ulong("getenv");
    __landfall_assume(n < 131072);
    char *text = __landfall_static_memory(n + 1);
    if (again) __landfall_unknown_bytes(text, n, "getenv");
    else __landfall_input_bytes(text, n, "getenv", "getenv");
    text[n] = 0;
    return text;
}

//@ secure_getenv: contract: null or any string
char *secure_getenv(const char *name) { return getenv(name); }

//@ setenv: contract: success or failure
//! name: setenv: the name is a string that ends
//! value: setenv: the value is a string that ends
int setenv(const char *name, const char *value, int overwrite) {
    for (unsigned long i = 0; name[i]; i++) {}
    for (unsigned long i = 0; value[i]; i++) {}
    __landfall_getenv_calls = 1;
    return __landfall_input_int("setenv") ? -1 : 0;
}

//@ unsetenv: contract: success or failure
//! name: unsetenv: the name is a string that ends
int unsetenv(const char *name) {
    for (unsigned long i = 0; name[i]; i++) {}
    __landfall_getenv_calls = 1;
    return __landfall_input_int("unsetenv") ? -1 : 0;
}

//@ system: contract: any status; what the command does is not seen
//! command: system: the command is a string that ends, or null
int system(const char *command) {
    if (command)
        for (unsigned long i = 0; command[i]; i++) {}
    return __landfall_input_int("system");
}

//@ __landfall_exit_handlers: object
void (*__landfall_exit_handlers[32])(void);

//@ __landfall_exit_count: object
int __landfall_exit_count;

//@ atexit: exact
int atexit(void (*handler)(void)) {
    if (__landfall_exit_count >= 32) __landfall_unsupported("more than 32 functions to call at exit");
    __landfall_exit_handlers[__landfall_exit_count] = handler;
    __landfall_exit_count++;
    return 0;
}

//@ __landfall_run_exit_handlers: helper
void __landfall_run_exit_handlers(void) {
    while (__landfall_exit_count > 0) {
        __landfall_exit_count--;
        void (*handler)(void) = __landfall_exit_handlers[__landfall_exit_count];
        handler();
    }
}

//@ mblen: contract: any result from -1 on, up to the number of bytes
int mblen(const char *s, unsigned long n) {
    if (!s) return 0;
    int used = __landfall_unknown_int("mblen");
    __landfall_assume(used >= -1 && (used < 0 || (unsigned long)used <= n) && used <= 6);
    return used;
}

//@ mktemp: contract: the last six characters are any
//! s: mktemp: the template is a string that ends
char *mktemp(char *s) {
    unsigned long n = 0;
    while (s[n]) n++;
    for (unsigned long i = n < 6 ? 0 : n - 6; i < n; i++) s[i] = __landfall_unknown_char("mktemp");
    return s;
}

//@ mkstemp: contract: any descriptor or -1, the last six characters are any
int mkstemp(char *s) {
    mktemp(s);
    return __landfall_descriptor();
}

//@ mkostemp: contract: any descriptor or -1, the last six characters are any
int mkostemp(char *s, int flags) {
    mktemp(s);
    return __landfall_descriptor();
}

//@ mkdtemp: contract: the template, whose last six characters are any, or null
char *mkdtemp(char *s) {
    mktemp(s);
    return __landfall_input_int("mkdtemp") ? (char *)0 : s;
}
