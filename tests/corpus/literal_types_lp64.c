// verdict: safe
// must-decide: auto, ufo
// se: safe
// data-model: LP64
// covers: the types of integer literals with 64-bit long
void assert(int);
int main(void) {
    assert(sizeof(2147483647) == 4);
    assert(sizeof(2147483648) == 8);
    assert(sizeof(0x80000000) == 4);
    assert(sizeof(4294967296) == 8);
    assert(sizeof(1L) == 8 && sizeof(1LL) == 8 && sizeof(1u) == 4);
    assert(0xffffffff > 0);
    assert(-1 < 0x80000000L);
    assert(!(-1 < 0x80000000));
    assert(sizeof 'a' == 4);
    assert(-2147483648 < 0);
    return 0;
}
