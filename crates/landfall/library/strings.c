// <strings.h>

//@ __landfall_lower: helper
int __landfall_lower(int c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; }

//@ strcasecmp: exact
//! a: strcasecmp: the first argument is a string that ends
//! b: strcasecmp: the second argument is a string that ends
int strcasecmp(const char *a, const char *b) {
    unsigned long i = 0;
    while (a[i] && __landfall_lower((unsigned char)a[i]) == __landfall_lower((unsigned char)b[i])) i++;
    __landfall_extent(a, i + 1);
    __landfall_extent(b, i + 1);
    int x = __landfall_lower((unsigned char)a[i]), y = __landfall_lower((unsigned char)b[i]);
    return x > y ? __builtin_any_positive("strcasecmp") : x < y ? -__builtin_any_positive("strcasecmp") : 0;
}

//@ strncasecmp: exact
//! a: strncasecmp: the first argument is a string that ends, or has as many bytes as are compared
//! b: strncasecmp: the second argument is a string that ends, or has as many bytes as are compared
int strncasecmp(const char *a, const char *b, unsigned long n) {
    unsigned long i = 0;
    while (i < n && a[i] && __landfall_lower((unsigned char)a[i]) == __landfall_lower((unsigned char)b[i])) i++;
    __landfall_extent(a, i < n ? i + 1 : i);
    __landfall_extent(b, i < n ? i + 1 : i);
    if (i == n) return 0;
    int x = __landfall_lower((unsigned char)a[i]), y = __landfall_lower((unsigned char)b[i]);
    return x > y ? __builtin_any_positive("strncasecmp") : x < y ? -__builtin_any_positive("strncasecmp") : 0;
}

//@ strcasestr: exact
//! s: strcasestr: the first argument is a string that ends
//! what: strcasestr: the second argument is a string that ends
char *strcasestr(const char *s, const char *what) {
    unsigned long i = 0;
    for (;; i++) {
        unsigned long j = 0;
        while (what[j] && __landfall_lower((unsigned char)s[i + j]) == __landfall_lower((unsigned char)what[j])) j++;
        if (!what[j]) return (char *)(s + i);
        if (!s[i]) return (char *)0;
    }
}

//@ index: exact
//! s: index: the argument is a string that ends
char *index(const char *s, int c) {
    unsigned long i = 0;
    while (s[i] && s[i] != (char)c) i++;
    return s[i] == (char)c ? (char *)(s + i) : (char *)0;
}

//@ rindex: exact
char *rindex(const char *s, int c) { return strrchr(s, c); }

//@ bzero: exact
void bzero(void *to, unsigned long n) { __builtin_memset(to, 0, n); }

//@ bcopy: exact
void bcopy(const void *from, void *to, unsigned long n) { __builtin_memmove(to, from, n); }

//@ bcmp: exact
int bcmp(const void *a, const void *b, unsigned long n) { return memcmp(a, b, n); }

//@ ffs: exact
int ffs(int x) { return __builtin_ffs(x); }

//@ ffsl: exact
int ffsl(long x) { return __builtin_ffsl(x); }

//@ ffsll: exact
int ffsll(long long x) { return __builtin_ffsll(x); }
