// <wchar.h>: wide characters have 32 bits.

//@ wcslen: exact
//! s: wcslen: the argument is a wide string that ends
unsigned long wcslen(const int *s) {
    unsigned long n = 0;
    while (s[n]) n++;
    return n;
}

//@ wcsnlen: exact
//! s: wcsnlen: the argument is a wide string that ends, or has as many characters as may be read
unsigned long wcsnlen(const int *s, unsigned long most) {
    unsigned long n = 0;
    while (n < most && s[n]) n++;
    return n;
}

//@ wcscpy: exact
//! to: wcscpy: the destination has room for the string
//! from: wcscpy: the source is a wide string that ends
int *wcscpy(int *to, const int *from) {
    unsigned long i = 0;
    while ((to[i] = from[i]) != 0) i++;
    return to;
}

//@ wcsncpy: exact
//! to: wcsncpy: the destination has as much room as is said
//! from: wcsncpy: the source is a wide string that ends, or has as many characters as are copied
int *wcsncpy(int *to, const int *from, unsigned long n) {
    unsigned long i = 0;
    for (; i < n && from[i]; i++) to[i] = from[i];
    for (; i < n; i++) to[i] = 0;
    return to;
}

//@ wcscat: exact
//! to: wcscat: the destination is a wide string and has room for both
//! from: wcscat: the source is a wide string that ends
int *wcscat(int *to, const int *from) {
    unsigned long n = 0, i = 0;
    while (to[n]) n++;
    while ((to[n + i] = from[i]) != 0) i++;
    return to;
}

//@ wcsncat: exact
//! to: wcsncat: the destination is a wide string and has room for what is added and its end
//! from: wcsncat: the source is a wide string that ends, or has as many characters as are copied
int *wcsncat(int *to, const int *from, unsigned long most) {
    unsigned long n = 0, i = 0;
    while (to[n]) n++;
    for (; i < most && from[i]; i++) to[n + i] = from[i];
    to[n + i] = 0;
    return to;
}

//@ wcscmp: exact
//! a: wcscmp: the first argument is a wide string that ends
//! b: wcscmp: the second argument is a wide string that ends
int wcscmp(const int *a, const int *b) {
    unsigned long i = 0;
    while (a[i] && a[i] == b[i]) i++;
    return a[i] > b[i] ? __builtin_any_positive("wcscmp") : a[i] < b[i] ? -__builtin_any_positive("wcscmp") : 0;
}

//@ wcsncmp: exact
//! a: wcsncmp: the first argument is a wide string that ends, or has as many characters as are compared
//! b: wcsncmp: the second argument is a wide string that ends, or has as many characters as are compared
int wcsncmp(const int *a, const int *b, unsigned long n) {
    unsigned long i = 0;
    while (i < n && a[i] && a[i] == b[i]) i++;
    if (i == n) return 0;
    return a[i] > b[i] ? __builtin_any_positive("wcsncmp") : a[i] < b[i] ? -__builtin_any_positive("wcsncmp") : 0;
}

//@ wcschr: exact
//! s: wcschr: the argument is a wide string that ends
int *wcschr(const int *s, int c) {
    unsigned long i = 0;
    while (s[i] && s[i] != c) i++;
    return s[i] == c ? (int *)(s + i) : (int *)0;
}

//@ wcsrchr: exact
//! s: wcsrchr: the argument is a wide string that ends
int *wcsrchr(const int *s, int c) {
    const int *found = 0;
    for (unsigned long i = 0;; i++) {
        if (s[i] == c) found = s + i;
        if (!s[i]) return (int *)found;
    }
}

//@ wmemcpy: exact
int *wmemcpy(int *to, const int *from, unsigned long n) { return __builtin_memcpy(to, from, n * sizeof(int)); }

//@ wmemmove: exact
int *wmemmove(int *to, const int *from, unsigned long n) { return __builtin_memmove(to, from, n * sizeof(int)); }

//@ wmemset: exact
//! to: wmemset: the destination has as much room as is said
int *wmemset(int *to, int value, unsigned long n) {
    for (unsigned long i = 0; i < n; i++) to[i] = value;
    return to;
}

//@ wmemcmp: exact
//! a: wmemcmp: as many characters as are said can be read of the first argument
//! b: wmemcmp: as many characters as are said can be read of the second argument
int wmemcmp(const int *a, const int *b, unsigned long n) {
    unsigned long i = 0;
    while (i < n && a[i] == b[i]) i++;
    return i == n ? 0 : a[i] < b[i] ? -__builtin_any_positive("wmemcmp") : __builtin_any_positive("wmemcmp");
}

//@ wmemchr: exact
//! s: wmemchr: as many characters as are said can be read
int *wmemchr(const int *s, int c, unsigned long n) {
    unsigned long i = 0;
    while (i < n && s[i] != c) i++;
    return i < n ? (int *)(s + i) : (int *)0;
}
