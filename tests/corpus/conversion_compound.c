// verdict: safe
// must-decide: auto, ufo
// se: safe
// covers: compound assignment computes in the common type and converts back
void assert(int);
int main(void) {
    char c = 100;
    c += 100;
    assert(c == -56);
    unsigned char u = 5;
    u -= 10;
    assert(u == 251);
    int i = -6;
    i /= 4u;
    assert(i == 1073741822);
    short s = 3;
    s *= 20000;
    assert(s == -5536);
    int k = 7;
    k %= 4;
    k |= 8;
    k ^= 1;
    k &= 14;
    k <<= 2;
    k >>= 1;
    assert(k == 20);
    return 0;
}
