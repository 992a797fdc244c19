// Checksums of messages with a table that is made at the beginning.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);
extern int __VERIFIER_nondet_int(void);

static unsigned table[16];

static void make(unsigned polynomial)
{
    for (unsigned i = 0; i < 16; i++) {
        unsigned c = i;
        for (int bit = 0; bit < 4; bit++)
            c = c & 1 ? c >> 1 ^ polynomial : c >> 1;
        table[i] = c;
    }
}

static unsigned checksum(const unsigned char *data, int n)
{
    unsigned c = 0;
    for (int i = 0; i < n; i++) {
        c = table[(c ^ data[i]) & 15] ^ c >> 4; // BUG access: 5,1
        c = table[(c ^ data[i] >> 3) & 31] ^ c >> 4; // BUG access: 1,128
    }
    return c;
}

int main(void)
{
    unsigned char message[4];
    make(0x9u);
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < 4; i++)
        message[i] = __VERIFIER_nondet_uchar();
    if (n > 5)
        return 1;
    unsigned c = checksum(message, n);
    assert(c < 16);
    unsigned per = 100 / c; // BUG division: 0
    return 1 << (n + 30); // BUG shift: 2,1,1; overflow: 1,1
}
