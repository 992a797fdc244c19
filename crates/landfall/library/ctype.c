// <ctype.h>, in the C locale. For true, C leaves open which number other than zero it is. As glibc has it, characters may be signed.

//@ isdigit: exact
int isdigit(int c) {
    __landfall_require(c >= -128 && c <= 255, "isdigit: the argument is a character or EOF");
    return (c >= '0' && c <= '9') ? __builtin_any_nonzero("isdigit") : 0;
}

//@ isupper: exact
int isupper(int c) {
    __landfall_require(c >= -128 && c <= 255, "isupper: the argument is a character or EOF");
    return (c >= 'A' && c <= 'Z') ? __builtin_any_nonzero("isupper") : 0;
}

//@ islower: exact
int islower(int c) {
    __landfall_require(c >= -128 && c <= 255, "islower: the argument is a character or EOF");
    return (c >= 'a' && c <= 'z') ? __builtin_any_nonzero("islower") : 0;
}

//@ isalpha: exact
int isalpha(int c) {
    __landfall_require(c >= -128 && c <= 255, "isalpha: the argument is a character or EOF");
    return ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) ? __builtin_any_nonzero("isalpha") : 0;
}

//@ isalnum: exact
int isalnum(int c) {
    __landfall_require(c >= -128 && c <= 255, "isalnum: the argument is a character or EOF");
    return ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')) ? __builtin_any_nonzero("isalnum") : 0;
}

//@ isspace: exact
int isspace(int c) {
    __landfall_require(c >= -128 && c <= 255, "isspace: the argument is a character or EOF");
    return (c == ' ' || (c >= 9 && c <= 13)) ? __builtin_any_nonzero("isspace") : 0;
}

//@ isblank: exact
int isblank(int c) {
    __landfall_require(c >= -128 && c <= 255, "isblank: the argument is a character or EOF");
    return (c == ' ' || c == 9) ? __builtin_any_nonzero("isblank") : 0;
}

//@ isxdigit: exact
int isxdigit(int c) {
    __landfall_require(c >= -128 && c <= 255, "isxdigit: the argument is a character or EOF");
    return ((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F')) ? __builtin_any_nonzero("isxdigit") : 0;
}

//@ isprint: exact
int isprint(int c) {
    __landfall_require(c >= -128 && c <= 255, "isprint: the argument is a character or EOF");
    return (c >= 32 && c <= 126) ? __builtin_any_nonzero("isprint") : 0;
}

//@ isgraph: exact
int isgraph(int c) {
    __landfall_require(c >= -128 && c <= 255, "isgraph: the argument is a character or EOF");
    return (c >= 33 && c <= 126) ? __builtin_any_nonzero("isgraph") : 0;
}

//@ iscntrl: exact
int iscntrl(int c) {
    __landfall_require(c >= -128 && c <= 255, "iscntrl: the argument is a character or EOF");
    return ((c >= 0 && c < 32) || c == 127) ? __builtin_any_nonzero("iscntrl") : 0;
}

//@ ispunct: exact
int ispunct(int c) {
    __landfall_require(c >= -128 && c <= 255, "ispunct: the argument is a character or EOF");
    return (c > 32 && c <= 126 && !((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'))) ? __builtin_any_nonzero("ispunct") : 0;
}

//@ isascii: exact
int isascii(int c) { return (c & ~127) == 0; }

//@ toascii: exact
int toascii(int c) { return c & 127; }

//@ toupper: exact
int toupper(int c) {
    if (c >= -128 && c < -1) return c + 256;
    return c >= 'a' && c <= 'z' ? c - 32 : c;
}

//@ tolower: exact
int tolower(int c) {
    if (c >= -128 && c < -1) return c + 256;
    return c >= 'A' && c <= 'Z' ? c + 32 : c;
}

//@ _toupper: exact
int _toupper(int c) { return toupper(c); }

//@ _tolower: exact
int _tolower(int c) { return tolower(c); }

//@ __ctype_get_mb_cur_max: exact
unsigned long __ctype_get_mb_cur_max(void) { return 1; }

//@ __landfall_classes: object
const unsigned short __landfall_classes[384] = {
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    2, 2, 2, 2, 2, 2, 2, 2, 2, 8195, 8194, 8194, 8194, 8194, 2, 2,
    2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2,
    24577, 49156, 49156, 49156, 49156, 49156, 49156, 49156, 49156, 49156, 49156, 49156, 49156, 49156, 49156, 49156,
    55304, 55304, 55304, 55304, 55304, 55304, 55304, 55304, 55304, 55304, 49156, 49156, 49156, 49156, 49156, 49156,
    49156, 54536, 54536, 54536, 54536, 54536, 54536, 50440, 50440, 50440, 50440, 50440, 50440, 50440, 50440, 50440,
    50440, 50440, 50440, 50440, 50440, 50440, 50440, 50440, 50440, 50440, 50440, 49156, 49156, 49156, 49156, 49156,
    49156, 54792, 54792, 54792, 54792, 54792, 54792, 50696, 50696, 50696, 50696, 50696, 50696, 50696, 50696, 50696,
    50696, 50696, 50696, 50696, 50696, 50696, 50696, 50696, 50696, 50696, 50696, 49156, 49156, 49156, 49156, 2,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
};

//@ __landfall_upper_table: object
const int __landfall_upper_table[384] = {
    128, 129, 130, 131, 132, 133, 134, 135, 136, 137, 138, 139, 140, 141, 142, 143,
    144, 145, 146, 147, 148, 149, 150, 151, 152, 153, 154, 155, 156, 157, 158, 159,
    160, 161, 162, 163, 164, 165, 166, 167, 168, 169, 170, 171, 172, 173, 174, 175,
    176, 177, 178, 179, 180, 181, 182, 183, 184, 185, 186, 187, 188, 189, 190, 191,
    192, 193, 194, 195, 196, 197, 198, 199, 200, 201, 202, 203, 204, 205, 206, 207,
    208, 209, 210, 211, 212, 213, 214, 215, 216, 217, 218, 219, 220, 221, 222, 223,
    224, 225, 226, 227, 228, 229, 230, 231, 232, 233, 234, 235, 236, 237, 238, 239,
    240, 241, 242, 243, 244, 245, 246, 247, 248, 249, 250, 251, 252, 253, 254, -1,
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
    16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31,
    32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47,
    48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63,
    64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79,
    80, 81, 82, 83, 84, 85, 86, 87, 88, 89, 90, 91, 92, 93, 94, 95,
    96, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79,
    80, 81, 82, 83, 84, 85, 86, 87, 88, 89, 90, 123, 124, 125, 126, 127,
    128, 129, 130, 131, 132, 133, 134, 135, 136, 137, 138, 139, 140, 141, 142, 143,
    144, 145, 146, 147, 148, 149, 150, 151, 152, 153, 154, 155, 156, 157, 158, 159,
    160, 161, 162, 163, 164, 165, 166, 167, 168, 169, 170, 171, 172, 173, 174, 175,
    176, 177, 178, 179, 180, 181, 182, 183, 184, 185, 186, 187, 188, 189, 190, 191,
    192, 193, 194, 195, 196, 197, 198, 199, 200, 201, 202, 203, 204, 205, 206, 207,
    208, 209, 210, 211, 212, 213, 214, 215, 216, 217, 218, 219, 220, 221, 222, 223,
    224, 225, 226, 227, 228, 229, 230, 231, 232, 233, 234, 235, 236, 237, 238, 239,
    240, 241, 242, 243, 244, 245, 246, 247, 248, 249, 250, 251, 252, 253, 254, 255,
};

//@ __landfall_lower_table: object
const int __landfall_lower_table[384] = {
    128, 129, 130, 131, 132, 133, 134, 135, 136, 137, 138, 139, 140, 141, 142, 143,
    144, 145, 146, 147, 148, 149, 150, 151, 152, 153, 154, 155, 156, 157, 158, 159,
    160, 161, 162, 163, 164, 165, 166, 167, 168, 169, 170, 171, 172, 173, 174, 175,
    176, 177, 178, 179, 180, 181, 182, 183, 184, 185, 186, 187, 188, 189, 190, 191,
    192, 193, 194, 195, 196, 197, 198, 199, 200, 201, 202, 203, 204, 205, 206, 207,
    208, 209, 210, 211, 212, 213, 214, 215, 216, 217, 218, 219, 220, 221, 222, 223,
    224, 225, 226, 227, 228, 229, 230, 231, 232, 233, 234, 235, 236, 237, 238, 239,
    240, 241, 242, 243, 244, 245, 246, 247, 248, 249, 250, 251, 252, 253, 254, -1,
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
    16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31,
    32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47,
    48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63,
    64, 97, 98, 99, 100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111,
    112, 113, 114, 115, 116, 117, 118, 119, 120, 121, 122, 91, 92, 93, 94, 95,
    96, 97, 98, 99, 100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111,
    112, 113, 114, 115, 116, 117, 118, 119, 120, 121, 122, 123, 124, 125, 126, 127,
    128, 129, 130, 131, 132, 133, 134, 135, 136, 137, 138, 139, 140, 141, 142, 143,
    144, 145, 146, 147, 148, 149, 150, 151, 152, 153, 154, 155, 156, 157, 158, 159,
    160, 161, 162, 163, 164, 165, 166, 167, 168, 169, 170, 171, 172, 173, 174, 175,
    176, 177, 178, 179, 180, 181, 182, 183, 184, 185, 186, 187, 188, 189, 190, 191,
    192, 193, 194, 195, 196, 197, 198, 199, 200, 201, 202, 203, 204, 205, 206, 207,
    208, 209, 210, 211, 212, 213, 214, 215, 216, 217, 218, 219, 220, 221, 222, 223,
    224, 225, 226, 227, 228, 229, 230, 231, 232, 233, 234, 235, 236, 237, 238, 239,
    240, 241, 242, 243, 244, 245, 246, 247, 248, 249, 250, 251, 252, 253, 254, 255,
};

//@ __ctype_b_loc_place: object
const unsigned short *__ctype_b_loc_place;

//@ __ctype_b_loc: exact
const unsigned short **__ctype_b_loc(void) {
    __ctype_b_loc_place = __landfall_classes + 128;
    return &__ctype_b_loc_place;
}

//@ __ctype_toupper_loc_place: object
const int *__ctype_toupper_loc_place;

//@ __ctype_toupper_loc: exact
const int **__ctype_toupper_loc(void) {
    __ctype_toupper_loc_place = __landfall_upper_table + 128;
    return &__ctype_toupper_loc_place;
}

//@ __ctype_tolower_loc_place: object
const int *__ctype_tolower_loc_place;

//@ __ctype_tolower_loc: exact
const int **__ctype_tolower_loc(void) {
    __ctype_tolower_loc_place = __landfall_lower_table + 128;
    return &__ctype_tolower_loc_place;
}
