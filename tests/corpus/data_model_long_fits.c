// verdict: safe
// must-decide: auto, ufo
// se: safe
// data-model: LP64
// covers: with 64-bit unsigned long the product fits
void assert(int);
int main(void) {
    unsigned long x = 65536;
    assert(x * x == 4294967296);
    return 0;
}
