// <stdlib.h>, <string.h>, <libgen.h>: what is rarer, on strings.

//@ swab: exact
//! f: swab: as many bytes as are said can be read
//! t: swab: the destination has as much room as is said
void swab(const void *from, void *to, long n) {
    const unsigned char *f = from;
    unsigned char *t = to;
    for (long i = 0; i + 1 < n; i += 2) {
        unsigned char first = f[i], second = f[i + 1];
        t[i] = second;
        t[i + 1] = first;
    }
}

//@ memfrob: exact
//! bytes: memfrob: as many bytes as are said can be written
void *memfrob(void *at, unsigned long n) {
    unsigned char *bytes = at;
    for (unsigned long i = 0; i < n; i++) bytes[i] ^= 42;
    return at;
}

//@ strfry: contract: the characters in any order
char *strfry(char *s) {
    unsigned long n = strlen(s);
    for (unsigned long i = 0; i + 1 < n; i++) {
        unsigned long j = __landfall_open_ulong("strfry");
        __landfall_assume(j >= i && j < n);
        char c = s[i];
        s[i] = s[j];
        s[j] = c;
    }
    return s;
}

//@ a64l: exact
//! s: a64l: the argument is a string that ends
long a64l(const char *s) {
    unsigned int value = 0;
    for (int i = 0; i < 6 && s[i]; i++) {
        char c = s[i];
        unsigned int digit;
        if (c == '.') digit = 0;
        else if (c == '/') digit = 1;
        else if (c >= '0' && c <= '9') digit = (unsigned int)(c - '0') + 2;
        else if (c >= 'A' && c <= 'Z') digit = (unsigned int)(c - 'A') + 12;
        else if (c >= 'a' && c <= 'z') digit = (unsigned int)(c - 'a') + 38;
        else break;
        value |= digit << (6 * i);
    }
    return (long)value;
}

//@ __landfall_l64a_text: object
char __landfall_l64a_text[7];

//@ l64a: exact
char *l64a(long value) {
    unsigned int rest = (unsigned int)value;
    int n = 0;
    for (; rest != 0; rest >>= 6) {
        int digit = (int)(rest & 63);
        __landfall_l64a_text[n] = (char)(digit < 2 ? '.' + digit : digit < 12 ? '0' + digit - 2 : digit < 38 ? 'A' + digit - 12 : 'a' + digit - 38);
        n++;
    }
    __landfall_l64a_text[n] = 0;
    return __landfall_l64a_text;
}

//@ basename: exact
//! path: basename: the argument is a string that ends
char *basename(const char *path) {
    unsigned long start = 0, i = 0;
    for (; path[i]; i++)
        if (path[i] == '/') start = i + 1;
    __landfall_extent(path, i + 1);
    return (char *)path + start;
}

//@ __landfall_dot: object
char __landfall_dot[2];

//@ __landfall_new_dot: helper
char *__landfall_new_dot(void) {
    __landfall_dot[0] = '.';
    __landfall_dot[1] = 0;
    return __landfall_dot;
}

//@ __xpg_basename: exact
//! path: basename: the argument is a string that ends
char *__xpg_basename(char *path) {
    if (!path || !path[0]) return __landfall_new_dot();
    unsigned long length = strlen(path), end = length;
    while (end > 0 && path[end - 1] == '/') end--;
    if (end == 0) return path + (length - 1);
    if (end < length) path[end] = 0;
    while (end > 0 && path[end - 1] != '/') end--;
    return path + end;
}

//@ dirname: exact
//! path: dirname: the argument is a string that ends
char *dirname(char *path) {
    if (!path || !path[0]) return __landfall_new_dot();
    unsigned long end = strlen(path), last = end;
    while (last > 0 && path[last - 1] == '/') last--;
    // The last component goes, unless there are slashes only.
    if (last > 0) {
        end = last;
        while (end > 0 && path[end - 1] != '/') end--;
        if (end == 0) return __landfall_new_dot();
    }
    last = end;
    while (last > 0 && path[last - 1] == '/') last--;
    // The root; of exactly two slashes both stay.
    if (last == 0) last = end == 2 ? 2 : 1;
    path[last] = 0;
    return path;
}

//@ strverscmp: exact
//! a: strverscmp: the first argument is a string that ends
//! b: strverscmp: the second argument is a string that ends
int strverscmp(const char *a, const char *b) {
    unsigned long i = 0;
    while (a[i] && a[i] == b[i]) i++;
    if (a[i] == b[i]) return 0;
    int order = (unsigned char)a[i] < (unsigned char)b[i] ? -1 : 1;
    // The digits in front of the difference: those of a fraction begin with 0.
    unsigned long first = i;
    while (first > 0 && a[first - 1] >= '0' && a[first - 1] <= '9') first--;
    int digit_a = a[i] >= '0' && a[i] <= '9', digit_b = b[i] >= '0' && b[i] <= '9';
    if (first == i) {
        // Both numbers begin here.
        if (digit_a && digit_b && a[i] != '0' && b[i] != '0') {
            unsigned long n = i, m = i;
            while (a[n] >= '0' && a[n] <= '9') n++;
            while (b[m] >= '0' && b[m] <= '9') m++;
            if (n != m) order = n < m ? -1 : 1;
        }
    } else if (a[first] == '0') {
        // Of a fraction the longer one of zeros only is the smaller.
        int zeros = 1;
        for (unsigned long j = first; j < i; j++) zeros = zeros && a[j] == '0';
        if (zeros && digit_a != digit_b) order = digit_a ? -1 : 1;
    } else {
        unsigned long n = i, m = i;
        while (a[n] >= '0' && a[n] <= '9') n++;
        while (b[m] >= '0' && b[m] <= '9') m++;
        if (n != m) order = n < m ? -1 : 1;
    }
    return order < 0 ? -__builtin_any_positive("strverscmp") : __builtin_any_positive("strverscmp");
}

//@ strerror_r: contract: any string, in the buffer or elsewhere
char *strerror_r(int number, char *to, unsigned long size) {
    if (size && __landfall_unknown_int("strerror_r")) {
        unsigned long n = __landfall_unknown_ulong("strerror_r");
        __landfall_assume(n < size);
        __landfall_unknown_bytes(to, n, "strerror_r", "strerror_r: the buffer has as much room as is said");
        to[n] = 0;
        return to;
    }
    return __landfall_text("strerror_r");
}

//@ __xpg_strerror_r: contract: any string, or an error
int __xpg_strerror_r(int number, char *to, unsigned long size) {
    if (size == 0) return 34;
    unsigned long n = __landfall_unknown_ulong("strerror_r");
    __landfall_assume(n < size);
    __landfall_unknown_bytes(to, n, "strerror_r", "strerror_r: the buffer has as much room as is said");
    to[n] = 0;
    int result = __landfall_unknown_int("strerror_r");
    __landfall_assume(result == 0 || result == 22 || result == 34);
    return result;
}

//@ strtoq: exact
long long strtoq(const char *s, char **end, int base) { return strtoll(s, end, base); }

//@ strtouq: exact
unsigned long long strtouq(const char *s, char **end, int base) { return strtoull(s, end, base); }

//@ gettext: contract: the text
char *gettext(const char *text) {
    __landfall_check_string(text);
    if (__landfall_locale_is_set) __landfall_unsupported("a text that may be translated");
    return (char *)text;
}

//@ dgettext: contract: the text
char *dgettext(const char *domain, const char *text) { return gettext(text); }

//@ dcgettext: contract: the text
char *dcgettext(const char *domain, const char *text, int category) { return gettext(text); }

//@ ngettext: contract: one of the texts
char *ngettext(const char *one, const char *more, unsigned long n) { return gettext(n == 1 ? one : more); }
