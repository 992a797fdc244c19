// crate: jsmn-rs/src/jsmn
// files:
// bugs: 1 one byte too many, 2 one token too many, 3 use after free
#include <stdlib.h>
#include "jsmn.c"
extern char __VERIFIER_nondet_char(void);
int main(void) {
    char *text = malloc(SIZE);
    jsmntok_t tokens[4];
    jsmn_parser parser;
    if (!text) return 0;
    for (int i = 0; i < SIZE; i++) text[i] = __VERIFIER_nondet_char();
    jsmn_init(&parser);
#if BUG == 3
    free(text);
#endif
    int count = jsmn_parse(&parser, text, SIZE + (BUG == 1), tokens, 4 + (BUG == 2));
#if BUG != 3
    free(text);
#endif
    return count > 4;
}
