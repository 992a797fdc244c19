// crate: libz-sys/src/zlib
// files: crc32.c
// bugs: 1 one byte too many, 2 use after free
#include <stdlib.h>
#include "zlib.h"
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    unsigned char *text = malloc(SIZE);
    if (n > SIZE || !text) return 0;
    for (unsigned i = 0; i < SIZE; i++) text[i] = __VERIFIER_nondet_uchar();
#if BUG == 2
    free(text);
#endif
    uLong sum = crc32(0, text, n + (BUG == 1));
#if BUG != 2
    free(text);
#endif
    return sum == 0;
}
