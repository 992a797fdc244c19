// Fletcher's checksum, reduced at every byte and at the end only.
// planted: false(unreach-call)
// slow: safe
#include <assert.h>
#include <stdint.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

#define N 6

int main(void)
{
    uint16_t a = 0, b = 0;
    uint32_t late_a = 0, late_b = 0;
    for (int i = 0; i < N; i++) {
        uint8_t byte = __VERIFIER_nondet_uchar();
#ifdef PLANTED
        a = (a + byte) & 255;
#else
        a = (a + byte) % 255;
#endif
        b = (b + a) % 255;
        late_a += byte;
        late_b += late_a;
    }
    assert(a == late_a % 255);
    assert(b == late_b % 255);
    return 0;
}
