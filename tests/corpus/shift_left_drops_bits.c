// verdict: safe
// must-decide: auto, ufo
// se: safe
// covers: a left shift loses upper bits, in the type of the promoted left operand
void assert(int);
int main(void) {
    unsigned char c = 0x81;
    int wide = c << 1;
    c <<= 1;
    assert(wide == 0x102);
    assert(c == 2);
    assert((1u << 31) + (1u << 31) == 0);
    assert(1ULL << 40 == 1099511627776ULL);
    return 0;
}
