// <locale.h>

//@ __landfall_locale_is_set: object
int __landfall_locale_is_set;

//@ setlocale: contract: null or a string
//! name: setlocale: the name is a string that ends, or null
char *setlocale(int category, const char *name) {
    if (name)
        for (unsigned long i = 0; name[i]; i++) {}
    if (name) __landfall_locale_is_set = 1;
    if (__landfall_unknown_int("setlocale")) return (char *)0;
    return __landfall_text("setlocale");
}

//@ __landfall_lconv: object
struct __landfall_lconv { char *decimal_point, *texts[9]; char numbers[14]; };

//@ __landfall_c_locale: object
struct __landfall_lconv __landfall_c_locale = {".", {"", "", "", "", "", "", "", "", ""}, {127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127}};

//@ localeconv: contract: as in the C locale
struct __landfall_lconv *localeconv(void) { return &__landfall_c_locale; }
