// Formatted output. Where the format is a literal, front/format.rs writes a function of these pieces for each call; otherwise
// `__landfall_format` reads the format when the program runs. `room` is how many characters fit, without the end of the string;
// `n` is how many there are so far.

//@ __landfall_put: helper
//! to: sprintf, snprintf: the destination has room for the result
unsigned long __landfall_put(char *to, unsigned long room, unsigned long n, char c) {
    if (n < room) to[n] = c;
    return n + 1;
}

//@ __landfall_put_many: helper
unsigned long __landfall_put_many(char *to, unsigned long room, unsigned long n, char c, int count) {
    for (; count > 0; count--) n = __landfall_put(to, room, n, c);
    return n;
}

//@ __landfall_put_string: helper
//! s: the argument of %s: it is a string that ends, or has as many characters as are printed
unsigned long __landfall_put_string(char *to, unsigned long room, unsigned long n, const char *s, int left, int width, int precision) {
    if (!s) __landfall_unsupported("a null pointer that is printed as a string");
    int length = 0;
    while ((precision < 0 || length < precision) && s[length]) length++;
    if (!left) n = __landfall_put_many(to, room, n, ' ', width - length);
    for (int i = 0; i < length; i++) n = __landfall_put(to, room, n, s[i]);
    if (left) n = __landfall_put_many(to, room, n, ' ', width - length);
    return n;
}

//@ __landfall_put_number: helper
unsigned long __landfall_put_number(char *to, unsigned long room, unsigned long n, unsigned long long value, char sign, int base,
                                    int upper, int mark, int left, int zero, int width, int precision) {
    char digits[24];
    int count = 0;
    unsigned long long rest = value;
    while (rest != 0) {
        int digit = (int)(rest % base);
        digits[count] = (char)(digit < 10 ? '0' + digit : (upper ? 'A' : 'a') + digit - 10);
        count++;
        rest /= base;
    }
    int zeros = (precision < 0 ? 1 : precision) - count;
    if (zeros < 0) zeros = 0;
    if (mark && base == 8 && zeros == 0) zeros = 1;
    int prefix = mark && base == 16 && value != 0 ? 2 : sign ? 1 : 0;
    int blank = width - prefix - zeros - count;
    if (zero && !left && precision < 0 && blank > 0) {
        zeros += blank;
        blank = 0;
    }
    if (!left) n = __landfall_put_many(to, room, n, ' ', blank);
    if (sign) n = __landfall_put(to, room, n, sign);
    if (prefix == 2) {
        n = __landfall_put(to, room, n, '0');
        n = __landfall_put(to, room, n, upper ? 'X' : 'x');
    }
    n = __landfall_put_many(to, room, n, '0', zeros);
    for (; count > 0; count--) n = __landfall_put(to, room, n, digits[count - 1]);
    if (left) n = __landfall_put_many(to, room, n, ' ', blank);
    return n;
}

//@ __landfall_put_signed: helper
unsigned long __landfall_put_signed(char *to, unsigned long room, unsigned long n, long long value, char plus, int left, int zero,
                                    int width, int precision) {
    unsigned long long size = value < 0 ? 0ULL - (unsigned long long)value : (unsigned long long)value;
    return __landfall_put_number(to, room, n, size, value < 0 ? '-' : plus, 10, 0, 0, left, zero, width, precision);
}

//@ __landfall_put_unknown: helper
unsigned long __landfall_put_unknown(char *to, unsigned long room, unsigned long n, unsigned long most) {
    unsigned long count = __landfall_unknown_ulong("the text of a floating-point number or a pointer");
    __landfall_assume(count >= 1 && count <= most);
    for (unsigned long i = 0; i < count; i++) {
        char c = __landfall_unknown_char("the text of a floating-point number or a pointer");
        __landfall_assume(c > 32 && c < 127);
        n = __landfall_put(to, room, n, c);
    }
    return n;
}

//@ __landfall_decimal: helper
int __landfall_decimal(double value, int significant, int places, char *digits, int *point) {
    // The digits of a number that is not negative, rounded as printf does: so many in all, or behind the point. digits[0] stays free.
    unsigned long long whole = (unsigned long long)value;
    unsigned long long rest = (unsigned long long)((value - (double)whole) * 18446744073709551616.0);
    char back[24];
    int k = 0, count = 0, more = 0;
    for (; whole; whole /= 10) back[k++] = (char)('0' + whole % 10);
    *point = k;
    while (k > 0) digits[1 + count++] = back[--k];
    int want = significant ? places : *point + places;
    while (count < want) {
        unsigned long long low = (rest & 0xffffffffULL) * 10, high = (rest >> 32) * 10 + (low >> 32);
        char digit = (char)('0' + (high >> 32));
        rest = (high << 32) | (low & 0xffffffffULL);
        if (significant && count == 0 && digit == '0' && value != 0) {
            (*point)--;
            continue;
        }
        digits[1 + count++] = digit;
    }
    if (significant && value == 0) *point = 1;
    char last = want > 0 ? digits[want] : '0';
    int up;
    if (count > want) {
        for (int i = want + 1; i < count; i++) more |= digits[1 + i] != '0';
        more |= rest != 0;
        up = digits[1 + want] > '5' || (digits[1 + want] == '5' && (more || (last - '0') % 2 == 1));
    } else {
        up = rest > 1ULL << 63 || (rest == 1ULL << 63 && (last - '0') % 2 == 1);
    }
    digits[0] = '0';
    if (!up) return want;
    int i = want;
    for (; i > 0 && digits[i] == '9'; i--) digits[i] = '0';
    digits[i]++;
    if (i > 0) return want;
    // All digits were nines.
    for (int j = want + 1; j > 1; j--) digits[j] = '0';
    digits[1] = '1';
    (*point)++;
    return significant ? want : want + 1;
}

//@ __landfall_put_float: helper
unsigned long __landfall_put_float(char *to, unsigned long room, unsigned long n, double value, char c, char plus, int mark, int left,
                                   int zero, int width, int precision) {
    int upper = c == 'F' || c == 'E' || c == 'G';
    char kind = upper ? (char)(c + 32) : c;
    double size = value < 0 ? -value : value;
    char sign = __builtin_signbit(value) ? '-' : plus;
    if (value == value && size - size != 0)
        return __landfall_put_string(to, room, n, sign == '-' ? (upper ? "-INF" : "-inf") : sign == '+' ? (upper ? "+INF" : "+inf")
                                     : sign ? (upper ? " INF" : " inf") : upper ? "INF" : "inf", left, width, -1);
    if (precision < 0) precision = 6;
    if (kind == 'g' && precision == 0) precision = 1;
    int exact = size < 9.2e18 && precision <= 40;
    if (exact) {
        double part = (size - (double)(unsigned long long)size) * 18446744073709551616.0;
        exact = (double)(unsigned long long)part == part;
    }
    if (!exact) return __landfall_put_unknown(to, room, n, 5000 + (unsigned long)width + (unsigned long)precision);
    char digits[72], tail[8];
    int point, count, behind, ends = 0;
    if (kind == 'f') count = __landfall_decimal(size, 0, precision, digits, &point);
    else count = __landfall_decimal(size, 1, kind == 'e' ? precision + 1 : precision, digits, &point);
    behind = precision;
    if (kind == 'g') {
        int exponent = point - 1;
        behind = exponent < -4 || exponent >= precision ? precision - 1 : precision - point;
        kind = exponent < -4 || exponent >= precision ? 'e' : 'f';
        if (!mark) {
            for (; behind > 0 && digits[count] == '0'; count--) behind--;
        }
    }
    if (kind == 'e') {
        int exponent = point - 1, power = exponent < 0 ? -exponent : exponent;
        tail[ends++] = upper ? 'E' : 'e';
        tail[ends++] = exponent < 0 ? '-' : '+';
        tail[ends++] = (char)('0' + power / 10);
        tail[ends++] = (char)('0' + power % 10);
        point = 1;
    }
    int front = point > 0 ? point : 1, dot = behind > 0 || mark;
    int blank = width - (sign ? 1 : 0) - front - dot - behind - ends;
    if (!left && !zero) n = __landfall_put_many(to, room, n, ' ', blank);
    if (sign) n = __landfall_put(to, room, n, sign);
    if (!left && zero) n = __landfall_put_many(to, room, n, '0', blank);
    if (point <= 0) n = __landfall_put(to, room, n, '0');
    for (int i = 1; i <= point; i++) n = __landfall_put(to, room, n, i <= count ? digits[i] : '0');
    if (dot) n = __landfall_put(to, room, n, '.');
    for (int i = 0; i < behind; i++) {
        int place = point + 1 + i;
        n = __landfall_put(to, room, n, place >= 1 && place <= count ? digits[place] : '0');
    }
    for (int i = 0; i < ends; i++) n = __landfall_put(to, room, n, tail[i]);
    if (left) n = __landfall_put_many(to, room, n, ' ', blank);
    return n;
}

//@ __landfall_put_long_float: helper
unsigned long __landfall_put_long_float(char *to, unsigned long room, unsigned long n, long double value, char c, char plus, int mark,
                                        int left, int zero, int width, int precision) {
    if ((long double)(double)value != value)
        return __landfall_put_unknown(to, room, n, 5000 + (unsigned long)width + (unsigned long)(precision < 0 ? 6 : precision));
    return __landfall_put_float(to, room, n, (double)value, c, plus, mark, left, zero, width, precision);
}

//@ __landfall_put_pointer: helper
unsigned long __landfall_put_pointer(char *to, unsigned long room, unsigned long n, void *pointer, int left, int width) {
    return __landfall_put_unknown(to, room, n, 20 + (unsigned long)width);
}

//@ __landfall_format: helper
//! format: the format is a string that ends
int __landfall_format(char *to, unsigned long room, const char *format, __builtin_va_list list) {
    unsigned long n = 0;
    for (unsigned long i = 0; format[i]; i++) {
        if (format[i] != '%') {
            n = __landfall_put(to, room, n, format[i]);
            continue;
        }
        i++;
        int left = 0, zero = 0, mark = 0, width = 0, precision = -1, size = 0;
        char plus = 0;
        for (;; i++) {
            if (format[i] == '-') left = 1;
            else if (format[i] == '0') zero = 1;
            else if (format[i] == '#') mark = 1;
            else if (format[i] == '+') plus = '+';
            else if (format[i] == ' ') plus = plus ? plus : ' ';
            else break;
        }
        if (format[i] == '*') {
            width = __builtin_va_arg(list, int);
            if (width < 0) {
                left = 1;
                width = -width;
            }
            i++;
        } else {
            for (; format[i] >= '0' && format[i] <= '9'; i++) width = width * 10 + (format[i] - '0');
        }
        if (format[i] == '.') {
            i++;
            precision = 0;
            if (format[i] == '*') {
                precision = __builtin_va_arg(list, int);
                i++;
            } else {
                for (; format[i] >= '0' && format[i] <= '9'; i++) precision = precision * 10 + (format[i] - '0');
            }
        }
        for (;; i++) {
            if (format[i] == 'l') size++;
            else if (format[i] == 'h') size--;
            else if (format[i] == 'z' || format[i] == 't') size = 1;
            else if (format[i] == 'j' || format[i] == 'L' || format[i] == 'q') size = 2;
            else break;
        }
        char c = format[i];
        if (c == '%') {
            n = __landfall_put(to, room, n, '%');
        } else if (c == 'd' || c == 'i') {
            long long value = size == 2 ? __builtin_va_arg(list, long long) : size == 1 ? __builtin_va_arg(list, long) : __builtin_va_arg(list, int);
            if (size == -1) value = (short)value;
            if (size == -2) value = (signed char)value;
            n = __landfall_put_signed(to, room, n, value, plus, left, zero, width, precision);
        } else if (c == 'u' || c == 'x' || c == 'X' || c == 'o') {
            unsigned long long value = size == 2 ? __builtin_va_arg(list, unsigned long long)
                                       : size == 1 ? __builtin_va_arg(list, unsigned long) : __builtin_va_arg(list, unsigned int);
            if (size == -1) value = (unsigned short)value;
            if (size == -2) value = (unsigned char)value;
            n = __landfall_put_number(to, room, n, value, 0, c == 'u' ? 10 : c == 'o' ? 8 : 16, c == 'X', mark && c != 'u', left, zero, width, precision);
        } else if (c == 'c') {
            char one = (char)__builtin_va_arg(list, int);
            if (!left) n = __landfall_put_many(to, room, n, ' ', width - 1);
            n = __landfall_put(to, room, n, one);
            if (left) n = __landfall_put_many(to, room, n, ' ', width - 1);
        } else if (c == 's' && size == 0) {
            n = __landfall_put_string(to, room, n, __builtin_va_arg(list, const char *), left, width, precision);
        } else if (c == 'p') {
            void *pointer = __builtin_va_arg(list, void *);
            n = __landfall_put_pointer(to, room, n, pointer, left, width);
        } else if (c == 'f' || c == 'g' || c == 'e' || c == 'F' || c == 'G' || c == 'E') {
            long double value = size == 2 ? __builtin_va_arg(list, long double) : (long double)__builtin_va_arg(list, double);
            n = __landfall_put_long_float(to, room, n, value, c, plus, mark, left, zero, width, precision);
        } else {
            __landfall_unsupported("a conversion of a format");
            break;
        }
    }
    return (int)n;
}

//@ vsnprintf: contract: exact but for pointers, and floating-point numbers that are very large or very small
//! to: vsnprintf: the destination has room for the result
int vsnprintf(char *to, unsigned long size, const char *format, __builtin_va_list list) {
    unsigned long room = size ? size - 1 : 0;
    int n = __landfall_format(to, room, format, list);
    if (size) to[(unsigned long)n < room ? (unsigned long)n : room] = 0;
    return n;
}

//@ vsprintf: contract: exact but for pointers, and floating-point numbers that are very large or very small
//! to: vsprintf: the destination has room for the result
int vsprintf(char *to, const char *format, __builtin_va_list list) {
    int n = __landfall_format(to, ~0UL, format, list);
    to[n] = 0;
    return n;
}

//@ vasprintf: contract: exact but for pointers, and floating-point numbers that are very large or very small
//! place: vasprintf: there is a place for the result
int vasprintf(char **place, const char *format, __builtin_va_list list) {
    __builtin_va_list again;
    __builtin_va_copy(again, list);
    int n = __landfall_format((char *)0, 0, format, again);
    __builtin_va_end(again);
    char *to = __builtin_malloc((unsigned long)n + 1);
    if (!to) return -1;
    __landfall_format(to, (unsigned long)n, format, list);
    to[n] = 0;
    *place = to;
    return n;
}

//@ vprintf: contract: the number of characters, or any negative number
int vprintf(const char *format, __builtin_va_list list) {
    int n = __landfall_format((char *)0, 0, format, list);
    return __landfall_input_int("vprintf") ? -__builtin_any_positive("vprintf") : n;
}

//@ vfprintf: contract: the number of characters, or any negative number
int vfprintf(struct __landfall_file *file, const char *format, __builtin_va_list list) {
    __landfall_write_file(file);
    int n = __landfall_format((char *)0, 0, format, list);
    return __landfall_input_int("vfprintf") ? -__builtin_any_positive("vfprintf") : n;
}

//@ vdprintf: contract: the number of characters, or any negative number
int vdprintf(int fd, const char *format, __builtin_va_list list) {
    int n = __landfall_format((char *)0, 0, format, list);
    return __landfall_input_int("vdprintf") ? -__builtin_any_positive("vdprintf") : n;
}

//@ vsyslog: exact
void vsyslog(int priority, const char *format, __builtin_va_list list) { __landfall_format((char *)0, 0, format, list); }

//@ sprintf: contract: exact but for pointers, and floating-point numbers that are very large or very small
int sprintf(char *to, const char *format, ...) {
    __builtin_va_list list;
    __builtin_va_start(list, format);
    int n = vsprintf(to, format, list);
    __builtin_va_end(list);
    return n;
}

//@ snprintf: contract: exact but for pointers, and floating-point numbers that are very large or very small
int snprintf(char *to, unsigned long size, const char *format, ...) {
    __builtin_va_list list;
    __builtin_va_start(list, format);
    int n = vsnprintf(to, size, format, list);
    __builtin_va_end(list);
    return n;
}

//@ asprintf: contract: exact but for pointers, and floating-point numbers that are very large or very small
int asprintf(char **place, const char *format, ...) {
    __builtin_va_list list;
    __builtin_va_start(list, format);
    int n = vasprintf(place, format, list);
    __builtin_va_end(list);
    return n;
}

//@ printf: contract: the number of characters, or any negative number; what %s prints is read
int printf(const char *format, ...) {
    __builtin_va_list list;
    __builtin_va_start(list, format);
    int n = vprintf(format, list);
    __builtin_va_end(list);
    return n;
}

//@ fprintf: contract: the number of characters, or any negative number; what %s prints is read
int fprintf(struct __landfall_file *file, const char *format, ...) {
    __builtin_va_list list;
    __builtin_va_start(list, format);
    int n = vfprintf(file, format, list);
    __builtin_va_end(list);
    return n;
}

//@ dprintf: contract: the number of characters, or any negative number; what %s prints is read
int dprintf(int fd, const char *format, ...) {
    __builtin_va_list list;
    __builtin_va_start(list, format);
    int n = vdprintf(fd, format, list);
    __builtin_va_end(list);
    return n;
}
