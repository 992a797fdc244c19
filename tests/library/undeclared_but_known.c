// verdict: safe
// A function that gcc knows has its own type where the program does not declare it.
#include <assert.h>

int main(void) {
    char text[8] = "abc";
    assert(!(__builtin_strchr(text, 'b') != text + 1));
    assert(!(__builtin_strpbrk(text, "c") != text + 2));
    assert(!((long)(__builtin_strspn(text, "ab") - 3) != -1));
    char *copy = __builtin_strndup(text, 2);
    assert(!(copy && (copy[1] != 'b' || copy[2])));
    __builtin_free(copy);
    assert(!(__builtin_stpcpy(text, "zz") != text + 2));
    assert(!(__builtin_mempcpy(text, "yyy", 3) != text + 3));
    assert(!(__builtin_strrchr(text, 'y') != text + 2));
    assert(!(__builtin_ldexp(1, 3) != 8.0 || __builtin_fmod(5, 3) != 2.0));
    return 0;
}
