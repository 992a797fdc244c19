// <string.h>: bytes and strings. Sections are described in src/front/sections.rs.
//
// `__builtin_any_positive("f")` is a number that C leaves open; `__landfall_apart(p, q, n, text)` requires that n bytes from p and q
// on do not overlap.

//@ strlen: exact
//! s: strlen: the argument is a string that ends
unsigned long strlen(const char *s) {
    unsigned long n = 0;
    while (s[n]) n++;
    __landfall_extent(s, n + 1);
    return n;
}

//@ strnlen: exact
//! s: strnlen: the argument is a string that ends, or has as many bytes as may be read
unsigned long strnlen(const char *s, unsigned long most) {
    unsigned long n = 0;
    while (n < most && s[n]) n++;
    __landfall_extent(s, n < most ? n + 1 : n);
    return n;
}

//@ strcpy: exact
//! to: strcpy: the destination has room for the string
//! from: strcpy: the source is a string that ends
char *strcpy(char *to, const char *from) {
    unsigned long i = 0;
    while ((to[i] = from[i]) != 0) i++;
    __landfall_extent(to, i + 1);
    __landfall_extent(from, i + 1);
    __landfall_apart(to, from, i + 1, "strcpy: source and destination do not overlap");
    return to;
}

//@ stpcpy: exact
//! to: stpcpy: the destination has room for the string
//! from: stpcpy: the source is a string that ends
char *stpcpy(char *to, const char *from) {
    unsigned long i = 0;
    while ((to[i] = from[i]) != 0) i++;
    __landfall_extent(to, i + 1);
    __landfall_extent(from, i + 1);
    __landfall_apart(to, from, i + 1, "stpcpy: source and destination do not overlap");
    return to + i;
}

//@ strncpy: exact
//! to: strncpy: the destination has as much room as is said
//! from: strncpy: the source is a string that ends, or has as many bytes as are copied
char *strncpy(char *to, const char *from, unsigned long n) {
    unsigned long i = 0;
    for (; i < n && from[i]; i++) to[i] = from[i];
    __landfall_extent(from, i < n ? i + 1 : i);
    __landfall_apart(to, from, i, "strncpy: source and destination do not overlap");
    for (; i < n; i++) to[i] = 0;
    __landfall_extent(to, n);
    return to;
}

//@ stpncpy: exact
//! to: stpncpy: the destination has as much room as is said
//! from: stpncpy: the source is a string that ends, or has as many bytes as are copied
char *stpncpy(char *to, const char *from, unsigned long n) {
    unsigned long i = 0;
    for (; i < n && from[i]; i++) to[i] = from[i];
    __landfall_apart(to, from, i, "stpncpy: source and destination do not overlap");
    unsigned long end = i;
    for (; i < n; i++) to[i] = 0;
    return to + end;
}

//@ strcat: exact
//! to: strcat: the destination is a string and has room for both
//! from: strcat: the source is a string that ends
char *strcat(char *to, const char *from) {
    unsigned long n = 0, i = 0;
    while (to[n]) n++;
    while ((to[n + i] = from[i]) != 0) i++;
    __landfall_extent(to, n + i + 1);
    __landfall_extent(from, i + 1);
    __landfall_apart(to + n, from, i + 1, "strcat: source and destination do not overlap");
    return to;
}

//@ strncat: exact
//! to: strncat: the destination is a string and has room for what is added and its end
//! from: strncat: the source is a string that ends, or has as many bytes as are copied
char *strncat(char *to, const char *from, unsigned long most) {
    unsigned long n = 0, i = 0;
    while (to[n]) n++;
    for (; i < most && from[i]; i++) to[n + i] = from[i];
    __landfall_extent(from, i < most ? i + 1 : i);
    __landfall_apart(to + n, from, i, "strncat: source and destination do not overlap");
    to[n + i] = 0;
    __landfall_extent(to, n + i + 1);
    return to;
}

//@ strlcpy: exact
//! to: strlcpy: the destination has as much room as is said
//! from: strlcpy: the source is a string that ends
unsigned long strlcpy(char *to, const char *from, unsigned long size) {
    unsigned long i = 0;
    for (; i + 1 < size && from[i]; i++) to[i] = from[i];
    if (size) to[i] = 0;
    __landfall_extent(to, size ? i + 1 : 0);
    while (from[i]) i++;
    __landfall_extent(from, i + 1);
    return i;
}

//@ strlcat: exact
//! to: strlcat: the destination has as much room as is said
//! from: strlcat: the source is a string that ends
unsigned long strlcat(char *to, const char *from, unsigned long size) {
    unsigned long n = 0, i = 0;
    while (n < size && to[n]) n++;
    if (n < size) {
        for (; n + i + 1 < size && from[i]; i++) to[n + i] = from[i];
        to[n + i] = 0;
    }
    while (from[i]) i++;
    return n + i;
}

//@ strcmp: exact
//! a: strcmp: the first argument is a string that ends
//! b: strcmp: the second argument is a string that ends
int strcmp(const char *a, const char *b) {
    unsigned long i = 0;
    while (a[i] && a[i] == b[i]) i++;
    __landfall_extent(a, i + 1);
    __landfall_extent(b, i + 1);
    unsigned char x = a[i], y = b[i];
    return x > y ? __builtin_any_positive("strcmp") : x < y ? -__builtin_any_positive("strcmp") : 0;
}

//@ strcoll: exact
//! a: strcoll: the first argument is a string that ends
//! b: strcoll: the second argument is a string that ends
int strcoll(const char *a, const char *b) {
    unsigned long i = 0;
    while (a[i] && a[i] == b[i]) i++;
    __landfall_extent(a, i + 1);
    __landfall_extent(b, i + 1);
    unsigned char x = a[i], y = b[i];
    return x > y ? __builtin_any_positive("strcoll") : x < y ? -__builtin_any_positive("strcoll") : 0;
}

//@ strncmp: exact
//! a: strncmp: the first argument is a string that ends, or has as many bytes as are compared
//! b: strncmp: the second argument is a string that ends, or has as many bytes as are compared
int strncmp(const char *a, const char *b, unsigned long n) {
    unsigned long i = 0;
    while (i < n && a[i] && a[i] == b[i]) i++;
    __landfall_extent(a, i < n ? i + 1 : i);
    __landfall_extent(b, i < n ? i + 1 : i);
    if (i == n) return 0;
    unsigned char x = a[i], y = b[i];
    return x > y ? __builtin_any_positive("strncmp") : x < y ? -__builtin_any_positive("strncmp") : 0;
}

//@ strchr: exact
//! s: strchr: the argument is a string that ends
char *strchr(const char *s, int c) {
    unsigned long i = 0;
    while (s[i] && s[i] != (char)c) i++;
    __landfall_extent(s, i + 1);
    return s[i] == (char)c ? (char *)(s + i) : (char *)0;
}

//@ strchrnul: exact
//! s: strchrnul: the argument is a string that ends
char *strchrnul(const char *s, int c) {
    unsigned long i = 0;
    while (s[i] && s[i] != (char)c) i++;
    __landfall_extent(s, i + 1);
    return (char *)(s + i);
}

//@ strrchr: exact
//! s: strrchr: the argument is a string that ends
char *strrchr(const char *s, int c) {
    const char *found = 0;
    unsigned long i = 0;
    for (;; i++) {
        if (s[i] == (char)c) found = s + i;
        if (!s[i]) __landfall_extent(s, i + 1);
        if (!s[i]) return (char *)found;
    }
}

//@ strstr: exact
//! s: strstr: the first argument is a string that ends
//! what: strstr: the second argument is a string that ends
char *strstr(const char *s, const char *what) {
    unsigned long i = 0;
    for (;; i++) {
        unsigned long j = 0;
        while (what[j] && s[i + j] == what[j]) j++;
        if (!what[j]) return (char *)(s + i);
        if (!s[i]) return (char *)0;
    }
}

//@ __landfall_is_one_of: helper
//! set: strspn, strcspn, strpbrk, strtok: the set of characters is a string that ends
int __landfall_is_one_of(char c, const char *set) {
    unsigned long i = 0;
    while (set[i] && set[i] != c) i++;
    return set[i] != 0;
}

//@ strspn: exact
//! s: strspn: the argument is a string that ends
unsigned long strspn(const char *s, const char *set) {
    unsigned long n = 0;
    while (s[n] && __landfall_is_one_of(s[n], set)) n++;
    __landfall_extent(s, n + 1);
    return n;
}

//@ strcspn: exact
//! s: strcspn: the argument is a string that ends
unsigned long strcspn(const char *s, const char *set) {
    unsigned long n = 0;
    while (s[n] && !__landfall_is_one_of(s[n], set)) n++;
    __landfall_extent(s, n + 1);
    return n;
}

//@ strpbrk: exact
//! s: strpbrk: the argument is a string that ends
char *strpbrk(const char *s, const char *set) {
    unsigned long n = 0;
    while (s[n] && !__landfall_is_one_of(s[n], set)) n++;
    __landfall_extent(s, n + 1);
    return s[n] ? (char *)(s + n) : (char *)0;
}

//@ strtok_r, __strtok_r: exact
//! s: strtok_r: the argument is a string that ends
//! rest: strtok_r: there is a place for the rest
char *strtok_r(char *s, const char *set, char **rest) {
    if (!s) s = *rest;
    if (!s) return s;
    while (*s && __landfall_is_one_of(*s, set)) s++;
    if (!*s) {
        *rest = s;
        return (char *)0;
    }
    char *token = s;
    while (*s && !__landfall_is_one_of(*s, set)) s++;
    if (*s) *s++ = 0;
    *rest = s;
    return token;
}

//@ __landfall_strtok_rest: object
char *__landfall_strtok_rest;

//@ strtok: exact
char *strtok(char *s, const char *set) {
    return strtok_r(s, set, &__landfall_strtok_rest);
}

//@ strsep: exact
//! place: strsep: there is a place for the rest
//! s: strsep: the argument is a string that ends
char *strsep(char **place, const char *set) {
    char *s = *place;
    if (!s) return s;
    char *token = s;
    while (*s && !__landfall_is_one_of(*s, set)) s++;
    if (*s) {
        *s = 0;
        *place = s + 1;
    } else {
        *place = (char *)0;
    }
    return token;
}

//@ memchr: exact
//! s: memchr: as many bytes as are said can be read
void *memchr(const void *bytes, int c, unsigned long n) {
    const unsigned char *s = bytes;
    unsigned long i = 0;
    while (i < n && s[i] != (unsigned char)c) i++;
    __landfall_extent(bytes, i < n ? i + 1 : i);
    return i < n ? (void *)(s + i) : (void *)0;
}

//@ memrchr: exact
//! s: memrchr: as many bytes as are said can be read
void *memrchr(const void *bytes, int c, unsigned long n) {
    const unsigned char *s = bytes;
    while (n > 0 && s[n - 1] != (unsigned char)c) n--;
    return n > 0 ? (void *)(s + (n - 1)) : (void *)0;
}

//@ rawmemchr: exact
//! s: rawmemchr: the byte is found
void *rawmemchr(const void *bytes, int c) {
    const unsigned char *s = bytes;
    unsigned long i = 0;
    while (s[i] != (unsigned char)c) i++;
    return (void *)(s + i);
}

//@ memcmp: exact
//! a: memcmp: as many bytes as are said can be read of the first argument
//! b: memcmp: as many bytes as are said can be read of the second argument
int memcmp(const void *first, const void *second, unsigned long n) {
    const unsigned char *a = first, *b = second;
    unsigned long i = 0;
    // All bytes must be there, even behind the first that differ.
    if (n > 0) {
        __landfall_reads(first, n, "memcmp: as many bytes as are said can be read of the first argument");
        __landfall_reads(second, n, "memcmp: as many bytes as are said can be read of the second argument");
    }
    while (i < n && a[i] == b[i]) i++;
    __landfall_extent(first, n);
    __landfall_extent(second, n);
    return i == n ? 0 : a[i] < b[i] ? -__builtin_any_positive("memcmp") : __builtin_any_positive("memcmp");
}

//@ memcpy: exact
void *memcpy(void *to, const void *from, unsigned long n) { return __builtin_memcpy(to, from, n); }

//@ memmove: exact
void *memmove(void *to, const void *from, unsigned long n) { return __builtin_memmove(to, from, n); }

//@ memset: exact
void *memset(void *to, int value, unsigned long n) { return __builtin_memset(to, value, n); }

//@ mempcpy: exact
void *mempcpy(void *to, const void *from, unsigned long n) {
    __builtin_memcpy(to, from, n);
    return (char *)to + n;
}

//@ explicit_bzero: exact
void explicit_bzero(void *to, unsigned long n) { __builtin_memset(to, 0, n); }

//@ memccpy: exact
//! t: memccpy: the destination has room
//! f: memccpy: the source has as many bytes as are copied
void *memccpy(void *to, const void *from, int c, unsigned long n) {
    unsigned char *t = to;
    const unsigned char *f = from;
    for (unsigned long i = 0; i < n; i++) {
        t[i] = f[i];
        if (t[i] == (unsigned char)c) return t + i + 1;
    }
    return (void *)0;
}

//@ memmem: exact
//! s: memmem: as many bytes as are said can be read of the first argument
//! w: memmem: as many bytes as are said can be read of the second argument
void *memmem(const void *where, unsigned long n, const void *what, unsigned long m) {
    const unsigned char *s = where, *w = what;
    if (m > n) return (void *)0;
    for (unsigned long i = 0; i <= n - m; i++) {
        unsigned long j = 0;
        while (j < m && s[i + j] == w[j]) j++;
        if (j == m) return (void *)(s + i);
    }
    return (void *)0;
}

//@ strdup, __strdup: exact
//! s: strdup: the argument is a string that ends
char *strdup(const char *s) {
    unsigned long n = 0;
    while (s[n]) n++;
    __landfall_extent(s, n + 1);
    char *copy = __builtin_malloc(n + 1);
    if (copy) __builtin_memcpy(copy, s, n + 1);
    return copy;
}

//@ strndup, __strndup: exact
//! s: strndup: the argument is a string that ends, or has as many bytes as are copied
char *strndup(const char *s, unsigned long most) {
    unsigned long n = 0;
    while (n < most && s[n]) n++;
    __landfall_extent(s, n < most ? n + 1 : n);
    char *copy = __builtin_malloc(n + 1);
    if (copy) {
        __builtin_memcpy(copy, s, n);
        copy[n] = 0;
    }
    return copy;
}

//@ strxfrm: exact
//! to: strxfrm: the destination has as much room as is said
//! from: strxfrm: the source is a string that ends
unsigned long strxfrm(char *to, const char *from, unsigned long n) {
    unsigned long length = 0;
    while (from[length]) length++;
    for (unsigned long i = 0; i < n && i <= length; i++) to[i] = from[i];
    return length;
}

//@ __landfall_text: helper
char *__landfall_text(const char *what) {
    char *text = __landfall_static_memory(128);
    __landfall_unknown_bytes(text, 127, "strerror");
    __landfall_assume(text[0] != 0);
    text[127] = 0;
    return text;
}

//@ strerror: contract: a string that is not empty
char *strerror(int number) { return __landfall_text("strerror"); }

//@ strsignal: contract: a string that is not empty
char *strsignal(int number) { return __landfall_text("strsignal"); }
