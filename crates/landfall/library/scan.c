// Formatted input. front/format.rs writes a function of these pieces for each call. What is read from a file is an input; what is
// read from a string is determined by it and unknown here.

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
