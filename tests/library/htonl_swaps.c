// verdict: safe
#include <arpa/inet.h>
#include <assert.h>

extern unsigned int __VERIFIER_nondet_uint(void);
unsigned int any;

int main(void) {
    unsigned char *bytes = (unsigned char *)&any;
    any = htonl(0x01020304);
    assert(bytes[0] == 1 && bytes[3] == 4);
    assert(ntohs(htons(0xabcd)) == 0xabcd && htons(0x0102) == 0x0201);
    return 0;
}
