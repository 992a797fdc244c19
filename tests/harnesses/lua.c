// crate: lua-src/lua-5.4.7
// files: lobject.c lctype.c
// bugs: 1 no end of the text, 2 use after free
#include <stdlib.h>
#include "lobject.h"
extern char __VERIFIER_nondet_char(void);
int main(void) {
    char *text = malloc(SIZE + 1);
    TValue number;
    if (!text) return 0;
    for (int i = 0; i < SIZE; i++) text[i] = __VERIFIER_nondet_char();
#if BUG == 1
    text[SIZE] = __VERIFIER_nondet_char();
#else
    text[SIZE] = 0;
#endif
#if BUG == 2
    free(text);
#endif
    size_t length = luaO_str2num(text, &number);
#if BUG != 2
    free(text);
#endif
    return length > SIZE + 1;
}
