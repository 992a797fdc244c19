// crate: libz-sys/src/zlib
// files: inflate.c inftrees.c inffast.c zutil.c adler32.c crc32.c
// bugs: 1 one byte too much room, 2 one byte too many, 3 use after free
#include <stdlib.h>
#include "zlib.h"
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    unsigned char text[SIZE], *result = malloc(SIZE);
    z_stream stream = {0};
    if (!result) return 0;
    for (int i = 0; i < SIZE; i++) text[i] = __VERIFIER_nondet_uchar();
    stream.next_in = text;
    stream.avail_in = SIZE + (BUG == 2);
    stream.next_out = result;
    stream.avail_out = SIZE + (BUG == 1);
#if BUG == 3
    free(result);
#endif
    if (inflateInit2(&stream, -15) != Z_OK) return 0;
    inflate(&stream, Z_FINISH);
    inflateEnd(&stream);
#if BUG != 3
    free(result);
#endif
    return 0;
}
