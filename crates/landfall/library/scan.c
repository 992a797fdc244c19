// Formatted input. front/format.rs writes a function of these pieces for each call. What is read from a file is an input; what is
// read from a string is what is in it. `at` counts the characters of the string that are used up.

//@ __landfall_scan_word: helper
//! to: scanf: the buffer has room for a word of any length that the format allows
void __landfall_scan_word(char *to, unsigned long most) {
    unsigned long i = 0;
    do {
        char c = __landfall_determined ? __landfall_unknown_char("scanf") : __landfall_input_char("scanf");
        __landfall_assume(c != 0 && c != ' ' && !(c >= 9 && c <= 13));
        to[i] = c;
        i++;
    } while (i < most && __landfall_input_int("scanf"));
    to[i] = 0;
}

//@ __landfall_scan_set: helper
//! to: scanf: the buffer has room for as many characters as the format allows
void __landfall_scan_set(char *to, unsigned long most) {
    unsigned long i = 0;
    do {
        char c = __landfall_unknown_char("scanf");
        __landfall_assume(c != 0);
        to[i] = c;
        i++;
    } while (i < most && __landfall_unknown_int("scanf"));
    to[i] = 0;
}

//@ __landfall_skip_blanks: helper
//! text: sscanf: the text is a string that ends
unsigned long __landfall_skip_blanks(const char *text, unsigned long at) {
    while (text[at] == ' ' || (text[at] >= 9 && text[at] <= 13)) at++;
    return at;
}

//@ __landfall_scan_integer: helper
//! text: sscanf: the text is a string that ends
int __landfall_scan_integer(const char *text, unsigned long *at, int base, unsigned long most, unsigned long long *value, int *negative) {
    unsigned long i = *at, end = most ? i + most : ~0UL;
    unsigned long long number = 0;
    int any = 0;
    *negative = i < end && text[i] == '-';
    if (i < end && (text[i] == '-' || text[i] == '+')) i++;
    if (i < end && text[i] == '0' && (base == 0 || base == 16)) {
        i++;
        any = 1;
        if (i < end && (text[i] == 'x' || text[i] == 'X')) {
            i++;
            any = 0;
            base = 16;
            if (i >= end || __landfall_digit(text[i]) >= 16) __landfall_unsupported("sscanf of 0x without a digit");
        } else if (base == 0) {
            base = 8;
        }
    }
    if (base == 0) base = 10;
    for (; i < end && __landfall_digit(text[i]) < base; i++) {
        unsigned long long digit = (unsigned long long)__landfall_digit(text[i]);
        if (number > (~0ULL - digit) / base) __landfall_unsupported("sscanf of a number that is too large");
        number = number * base + digit;
        any = 1;
    }
    *value = number;
    *at = i;
    return any;
}

//@ __landfall_signed: helper
long long __landfall_signed(unsigned long long value, int negative, unsigned long long most) {
    if (value > most + (negative ? 1 : 0)) __landfall_unsupported("sscanf of a number that is too large");
    return negative ? -1 - (long long)(value - 1) : (long long)value;
}

//@ __landfall_scan_float, __landfall_scan_floatf, __landfall_scan_floatl: helper
int __landfall_scan_float(const char *text, unsigned long *at, T *to) {
    char *end;
    T value = strtod(text + *at, &end);
    if (end == text + *at) return 0;
    // What strtod leaves behind may be a beginning that sscanf does not accept.
    if (*end == 'e' || *end == 'E' || *end == 'p' || *end == 'P' || *end == 'x' || *end == 'X')
        __landfall_unsupported("sscanf of a part of a number");
    *at = (unsigned long)(end - text);
    if (to) *to = value;
    return 1;
}

//@ __landfall_copy_word: helper
//! text: sscanf: the text is a string that ends
//! to: sscanf: the buffer has room for the word
unsigned long __landfall_copy_word(const char *text, unsigned long at, unsigned long most, char *to) {
    unsigned long i = 0;
    for (; (most == 0 || i < most) && text[at] && text[at] != ' ' && !(text[at] >= 9 && text[at] <= 13); i++) {
        if (to) to[i] = text[at];
        at++;
    }
    if (to) to[i] = 0;
    return at;
}
