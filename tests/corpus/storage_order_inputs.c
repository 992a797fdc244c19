// verdict: unsafe
// must-decide: auto
// inputs: 258
// covers: a number whose most significant byte comes first: reads give what was written, bytes are in reverse
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
struct __attribute__((scalar_storage_order("big-endian"))) packet {
    unsigned kind : 4, length : 12;
    unsigned short port[2];
    int body;
};
int main(void) {
    int in = __VERIFIER_nondet_int();
    struct packet p = {1, 2, {3, 4}, 5};
    p.port[in & 1] = in;
    p.length = in;
    p.body = in;
    assert(p.body == in);
    assert(p.length == (in & 4095) && p.kind == 1);
    assert(p.port[in & 1] == (in & 65535));
    unsigned char *bytes = (unsigned char *)&p;
    assert(bytes[11] == (in & 255));
    assert(!(bytes[0] == 0x11 && bytes[1] == 2));
    return 0;
}
