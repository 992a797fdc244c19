// verdict: safe
// must-decide: auto, ufo
// se: safe
// data-model: ILP32
// covers: the types of integer literals with 32-bit long
void assert(int);
int main(void) {
    assert(sizeof(2147483647) == 4);
    assert(sizeof(2147483648) == 8);
    assert(sizeof(0x80000000) == 4);
    assert(sizeof(1L) == 4 && sizeof(1LL) == 8);
    assert(!(-1 < 0x80000000L));
    assert(-1 < 2147483648L);
    assert(sizeof(void *) == 4 && sizeof(unsigned long) == 4);
    return 0;
}
