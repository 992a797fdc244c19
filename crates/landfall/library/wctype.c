// <wctype.h>, in the C locale; other locales may have further characters above 127.

//@ iswdigit: contract: exact for characters up to 127, any value for others
int iswdigit(unsigned int c) {
    if (c > 127 && c != ~0U) return __landfall_unknown_int("iswdigit");
    return (c >= '0' && c <= '9') ? __builtin_any_nonzero("iswdigit") : 0;
}

//@ iswupper: contract: exact for characters up to 127, any value for others
int iswupper(unsigned int c) {
    if (c > 127 && c != ~0U) return __landfall_unknown_int("iswupper");
    return (c >= 'A' && c <= 'Z') ? __builtin_any_nonzero("iswupper") : 0;
}

//@ iswlower: contract: exact for characters up to 127, any value for others
int iswlower(unsigned int c) {
    if (c > 127 && c != ~0U) return __landfall_unknown_int("iswlower");
    return (c >= 'a' && c <= 'z') ? __builtin_any_nonzero("iswlower") : 0;
}

//@ iswalpha: contract: exact for characters up to 127, any value for others
int iswalpha(unsigned int c) {
    if (c > 127 && c != ~0U) return __landfall_unknown_int("iswalpha");
    return ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) ? __builtin_any_nonzero("iswalpha") : 0;
}

//@ iswalnum: contract: exact for characters up to 127, any value for others
int iswalnum(unsigned int c) {
    if (c > 127 && c != ~0U) return __landfall_unknown_int("iswalnum");
    return ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')) ? __builtin_any_nonzero("iswalnum") : 0;
}

//@ iswspace: contract: exact for characters up to 127, any value for others
int iswspace(unsigned int c) {
    if (c > 127 && c != ~0U) return __landfall_unknown_int("iswspace");
    return (c == ' ' || (c >= 9 && c <= 13)) ? __builtin_any_nonzero("iswspace") : 0;
}

//@ iswblank: contract: exact for characters up to 127, any value for others
int iswblank(unsigned int c) {
    if (c > 127 && c != ~0U) return __landfall_unknown_int("iswblank");
    return (c == ' ' || c == 9) ? __builtin_any_nonzero("iswblank") : 0;
}

//@ iswxdigit: contract: exact for characters up to 127, any value for others
int iswxdigit(unsigned int c) {
    if (c > 127 && c != ~0U) return __landfall_unknown_int("iswxdigit");
    return ((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F')) ? __builtin_any_nonzero("iswxdigit") : 0;
}

//@ iswprint: contract: exact for characters up to 127, any value for others
int iswprint(unsigned int c) {
    if (c > 127 && c != ~0U) return __landfall_unknown_int("iswprint");
    return (c >= 32 && c <= 126) ? __builtin_any_nonzero("iswprint") : 0;
}

//@ iswgraph: contract: exact for characters up to 127, any value for others
int iswgraph(unsigned int c) {
    if (c > 127 && c != ~0U) return __landfall_unknown_int("iswgraph");
    return (c >= 33 && c <= 126) ? __builtin_any_nonzero("iswgraph") : 0;
}

//@ iswcntrl: contract: exact for characters up to 127, any value for others
int iswcntrl(unsigned int c) {
    if (c > 127 && c != ~0U) return __landfall_unknown_int("iswcntrl");
    return ((c >= 0 && c < 32) || c == 127) ? __builtin_any_nonzero("iswcntrl") : 0;
}

//@ iswpunct: contract: exact for characters up to 127, any value for others
int iswpunct(unsigned int c) {
    if (c > 127 && c != ~0U) return __landfall_unknown_int("iswpunct");
    return (c > 32 && c <= 126 && !((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'))) ? __builtin_any_nonzero("iswpunct") : 0;
}

//@ towupper: contract: exact for characters up to 127, any value for others
unsigned int towupper(unsigned int c) {
    if (c > 127 && c != ~0U) return __landfall_unknown_uint("towupper");
    return c >= 'a' && c <= 'z' ? c - 32 : c;
}

//@ towlower: contract: exact for characters up to 127, any value for others
unsigned int towlower(unsigned int c) {
    if (c > 127 && c != ~0U) return __landfall_unknown_uint("towlower");
    return c >= 'A' && c <= 'Z' ? c + 32 : c;
}
