// crate: lz4-sys/liblz4/lib
// files: lz4.c
// bugs: 1 one byte too much room, 2 one byte too many, 3 use after free
#include <stdlib.h>
#include "lz4.h"
extern char __VERIFIER_nondet_char(void);
int main(void) {
    char text[SIZE], *result = malloc(16);
    if (!result) return 0;
    for (int i = 0; i < SIZE; i++) text[i] = __VERIFIER_nondet_char();
#if BUG == 3
    free(result);
#endif
    int length = LZ4_decompress_safe(text, result, SIZE + (BUG == 2), 16 + (BUG == 1));
#if BUG != 3
    free(result);
#endif
    return length > 16;
}
