// <wctype.h>, and of <wchar.h> and <stdlib.h> what has to do with characters of several bytes: in the C locale each is one byte.
// Of characters beyond ASCII nothing is said.

//@ __landfall_wide_class: helper
int __landfall_wide_class(unsigned int c, int narrow, const char *what) {
    if (c < 128) return narrow;
    if (c == 4294967295u) return 0;
    return __landfall_unknown_int(what);
}

//@ iswalnum: contract: exact for ASCII
int iswalnum(unsigned int c) { return __landfall_wide_class(c, c < 128 ? isalnum((int)c) : 0, "iswalnum"); }

//@ iswalpha: contract: exact for ASCII
int iswalpha(unsigned int c) { return __landfall_wide_class(c, c < 128 ? isalpha((int)c) : 0, "iswalpha"); }

//@ iswblank: contract: exact for ASCII
int iswblank(unsigned int c) { return __landfall_wide_class(c, c < 128 ? isblank((int)c) : 0, "iswblank"); }

//@ iswcntrl: contract: exact for ASCII
int iswcntrl(unsigned int c) { return __landfall_wide_class(c, c < 128 ? iscntrl((int)c) : 0, "iswcntrl"); }

//@ iswdigit: exact
int iswdigit(unsigned int c) { return c < 128 ? isdigit((int)c) : 0; }

//@ iswgraph: contract: exact for ASCII
int iswgraph(unsigned int c) { return __landfall_wide_class(c, c < 128 ? isgraph((int)c) : 0, "iswgraph"); }

//@ iswlower: contract: exact for ASCII
int iswlower(unsigned int c) { return __landfall_wide_class(c, c < 128 ? islower((int)c) : 0, "iswlower"); }

//@ iswprint: contract: exact for ASCII
int iswprint(unsigned int c) { return __landfall_wide_class(c, c < 128 ? isprint((int)c) : 0, "iswprint"); }

//@ iswpunct: contract: exact for ASCII
int iswpunct(unsigned int c) { return __landfall_wide_class(c, c < 128 ? ispunct((int)c) : 0, "iswpunct"); }

//@ iswspace: contract: exact for ASCII
int iswspace(unsigned int c) { return __landfall_wide_class(c, c < 128 ? isspace((int)c) : 0, "iswspace"); }

//@ iswupper: contract: exact for ASCII
int iswupper(unsigned int c) { return __landfall_wide_class(c, c < 128 ? isupper((int)c) : 0, "iswupper"); }

//@ iswxdigit: exact
int iswxdigit(unsigned int c) { return c < 128 ? isxdigit((int)c) : 0; }

//@ towupper: contract: exact for ASCII
unsigned int towupper(unsigned int c) {
    if (c < 128) return (unsigned int)toupper((int)c);
    if (c == 4294967295u) return c;
    return __landfall_unknown_uint("towupper");
}

//@ towlower: contract: exact for ASCII
unsigned int towlower(unsigned int c) {
    if (c < 128) return (unsigned int)tolower((int)c);
    if (c == 4294967295u) return c;
    return __landfall_unknown_uint("towlower");
}

//@ btowc: contract: exact for ASCII
unsigned int btowc(int c) {
    if (c >= 0 && c < 128) return (unsigned int)c;
    if (c == -1) return 4294967295u;
    return __landfall_unknown_uint("btowc");
}

//@ wctob: contract: exact for ASCII
int wctob(unsigned int c) {
    if (c < 128) return (int)c;
    if (c == 4294967295u) return -1;
    int byte = __landfall_unknown_int("wctob");
    __landfall_assume(byte >= -128 && byte <= 255);
    return byte;
}

//@ mbsinit: contract: yes or no
int mbsinit(const void *state) {
    if (!state) return __builtin_any_nonzero("mbsinit");
    return __landfall_unknown_int("mbsinit");
}

//@ mbtowc: contract: exact for ASCII
//! to: mbtowc: there is a place for a character, or null
int mbtowc(int *to, const char *s, unsigned long n) {
    if (!s) return 0;
    if (n == 0) return -1;
    unsigned char c = (unsigned char)*s;
    if (c < 128) {
        if (to) *to = c;
        return c != 0;
    }
    int used = __landfall_unknown_int("mbtowc");
    __landfall_assume(used >= -1 && used != 0 && used <= 6 && (used < 0 || (unsigned long)used <= n));
    if (used < 0) __landfall_errno = 84;
    else if (to) *to = __landfall_unknown_int("mbtowc");
    return used;
}

//@ wctomb: contract: exact for ASCII
int wctomb(char *to, int c) {
    if (!to) return 0;
    if (c >= 0 && c < 128) {
        *to = (char)c;
        return 1;
    }
    int used = __landfall_unknown_int("wctomb");
    __landfall_assume(used >= -1 && used != 0 && used <= 6);
    if (used < 0) __landfall_errno = 84;
    else __landfall_unknown_bytes(to, used, "wctomb", "wctomb: there is room for the bytes of a character");
    return used;
}

//@ mbstowcs: contract: exact for ASCII
//! s: mbstowcs: the source is a string that ends, or has as many characters as are converted
//! to: mbstowcs: the destination has as much room as is said
unsigned long mbstowcs(int *to, const char *s, unsigned long n) {
    unsigned long i = 0;
    for (;; i++) {
        if (to && i >= n) return n;
        unsigned char c = (unsigned char)s[i];
        if (c >= 128) __landfall_unsupported("characters of several bytes");
        if (to) to[i] = c;
        if (c == 0) return i;
    }
}

//@ wcstombs: contract: exact for ASCII
//! s: wcstombs: the source is a wide string that ends, or has as many characters as are converted
//! to: wcstombs: the destination has as much room as is said
unsigned long wcstombs(char *to, const int *s, unsigned long n) {
    unsigned long i = 0;
    for (;; i++) {
        if (to && i >= n) return n;
        int c = s[i];
        if (c < 0 || c >= 128) __landfall_unsupported("characters of several bytes");
        if (to) to[i] = (char)c;
        if (c == 0) return i;
    }
}

//@ wcwidth: contract: exact for ASCII
int wcwidth(int c) {
    if (c >= 0 && c < 128) return c == 0 ? 0 : c < 32 || c == 127 ? -1 : 1;
    int width = __landfall_unknown_int("wcwidth");
    __landfall_assume(width >= -1 && width <= 2);
    return width;
}

//@ wcpcpy: exact
//! to: wcpcpy: the destination has room for the string
//! from: wcpcpy: the source is a wide string that ends
int *wcpcpy(int *to, const int *from) {
    unsigned long i = 0;
    while ((to[i] = from[i]) != 0) i++;
    return to + i;
}

//@ wcpncpy: exact
//! to: wcpncpy: the destination has as much room as is said
//! from: wcpncpy: the source is a wide string that ends, or has as many characters as are copied
int *wcpncpy(int *to, const int *from, unsigned long n) {
    unsigned long i = 0;
    for (; i < n && from[i]; i++) to[i] = from[i];
    unsigned long end = i;
    for (; i < n; i++) to[i] = 0;
    return to + end;
}

//@ wcscoll: exact
int wcscoll(const int *a, const int *b) { return wcscmp(a, b); }

//@ wcsdup: exact
int *wcsdup(const int *s) {
    unsigned long n = wcslen(s);
    int *copy = __builtin_malloc((n + 1) * sizeof(int));
    if (copy) __builtin_memcpy(copy, s, (n + 1) * sizeof(int));
    return copy;
}

//@ __landfall_is_one_of_wide: helper
//! set: wcsspn, wcscspn, wcspbrk: the set of characters is a wide string that ends
int __landfall_is_one_of_wide(int c, const int *set) {
    unsigned long i = 0;
    while (set[i] && set[i] != c) i++;
    return set[i] != 0;
}

//@ wcsspn: exact
//! s: wcsspn: the argument is a wide string that ends
unsigned long wcsspn(const int *s, const int *set) {
    unsigned long n = 0;
    while (s[n] && __landfall_is_one_of_wide(s[n], set)) n++;
    return n;
}

//@ wcscspn: exact
//! s: wcscspn: the argument is a wide string that ends
unsigned long wcscspn(const int *s, const int *set) {
    unsigned long n = 0;
    while (s[n] && !__landfall_is_one_of_wide(s[n], set)) n++;
    return n;
}

//@ wcspbrk: exact
//! s: wcspbrk: the argument is a wide string that ends
int *wcspbrk(const int *s, const int *set) {
    unsigned long n = 0;
    while (s[n] && !__landfall_is_one_of_wide(s[n], set)) n++;
    return s[n] ? (int *)(s + n) : (int *)0;
}

//@ wcsstr: exact
//! s: wcsstr: the first argument is a wide string that ends
//! what: wcsstr: the second argument is a wide string that ends
int *wcsstr(const int *s, const int *what) {
    for (unsigned long i = 0;; i++) {
        unsigned long j = 0;
        while (what[j] && s[i + j] == what[j]) j++;
        if (!what[j]) return (int *)(s + i);
        if (!s[i]) return (int *)0;
    }
}

//@ wcstol: contract: any number, any part of the string
//! s: wcstol and relatives: the argument is a wide string that ends
//! end: wcstol and relatives: there is a place for the end, or null
long wcstol(const int *s, int **end, int base) {
    unsigned long length = 0;
    while (s[length]) length++;
    unsigned long used = __landfall_unknown_ulong("wcstol");
    __landfall_assume(used <= length);
    if (end) *end = (int *)s + used;
    __landfall_may_range();
    long value = __landfall_unknown_long("wcstol");
    return used == 0 ? 0 : value;
}

//@ wcstoul: contract: any number, any part of the string
unsigned long wcstoul(const int *s, int **end, int base) { return (unsigned long)wcstol(s, end, base); }
