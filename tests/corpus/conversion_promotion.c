// verdict: safe
// must-decide: auto, ufo
// se: safe
// covers: small types are promoted to int before arithmetic
void assert(int);
int main(void) {
    unsigned char a = 200, b = 100;
    unsigned short s = 65535;
    assert(a + b == 300);
    assert((unsigned char)(a + b) == 44);
    assert(a - b - 200 < 0);
    assert(~a == -201);
    assert(-s == -65535);
    return 0;
}
