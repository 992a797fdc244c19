// <locale.h>

//@ setlocale: contract: null or a string
//! name: setlocale: the name is a string that ends, or null
char *setlocale(int category, const char *name) {
    if (name)
        for (unsigned long i = 0; name[i]; i++) {}
    if (__landfall_unknown_int("setlocale")) return (char *)0;
    return __landfall_text("setlocale");
}
