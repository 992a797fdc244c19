// A writer of bits into words.
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);

#define WORDS 2

static unsigned buffer[WORDS];
static int used;

static void put(unsigned value, int bits)
{
    unsigned mask = (1u << bits) - 1; // BUG shift: 1,5,32
    int word = used / 32, at = used % 32;
    buffer[word] |= (value & mask) << at; // BUG access: 4,1,30,1,30,1,4,1,1
    if (at + bits > 32)
        buffer[word + 1] |= (value & mask) >> (32 - at); // BUG access: 3,1,31,1,31,1,31
    used += bits;
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n && i < 4; i++) {
        unsigned value = __VERIFIER_nondet_uint();
        int bits = __VERIFIER_nondet_int();
        if (bits < 1 || bits > 32)
            return 1;
        put(value, bits);
    }
    return 64 % used; // BUG division: 0
}
