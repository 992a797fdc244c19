// verdict: safe
// must-decide: bmc, auto
// covers: a table of 256 entries made by a program, read at unknown indices, against the computation bit by bit
void assert(int);
unsigned char __VERIFIER_nondet_uchar(void);
static unsigned char table[256];
static unsigned char step(unsigned char crc) {
    for (int bit = 0; bit < 8; bit++)
        crc = (crc & 0x80) ? (unsigned char)((crc << 1) ^ 0x07) : (unsigned char)(crc << 1);
    return crc;
}
int main(void) {
    for (int i = 0; i < 256; i++)
        table[i] = step((unsigned char)i);
    unsigned char by_table = 0, by_bits = 0;
    for (int i = 0; i < 2; i++) {
        unsigned char byte = __VERIFIER_nondet_uchar();
        by_table = table[by_table ^ byte];
        by_bits = step(by_bits ^ byte);
    }
    assert(by_table == by_bits);
    return 0;
}
