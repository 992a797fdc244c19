// verdict: safe
// must-decide: auto, ufo
// se: safe
// covers: conversions to narrower types keep the low bits
void assert(int);
int main(void) {
    int x = 300;
    unsigned char u = x;
    signed char s = (signed char)200;
    char c = 255;
    short h = (short)70000;
    unsigned short w = -1;
    assert(u == 44);
    assert(s == -56);
    assert(c == -1);
    assert(h == 4464);
    assert(w == 65535);
    return 0;
}
