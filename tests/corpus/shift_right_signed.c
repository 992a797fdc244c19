// verdict: safe
// must-decide: auto, ufo
// se: safe
// covers: right shift of negative values is arithmetic; of unsigned ones logical
void assert(int);
int main(void) {
    int a = -8;
    unsigned u = 0x80000000u;
    assert(a >> 1 == -4);
    assert(a >> 31 == -1);
    assert(u >> 31 == 1);
    assert((unsigned char)0xff >> 4 == 15);
    return 0;
}
