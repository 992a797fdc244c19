// verdict: safe
// must-decide: auto, ufo
// se: safe
// covers: pre- and post-increment, nested assignments, values of assignments
void assert(int);
int main(void) {
    int a = 1, b, c;
    b = a++;
    c = ++a;
    assert(a == 3 && b == 1 && c == 3);
    a = b = c = 7;
    assert(a + b + c == 21);
    int k = (a += 2) * 2;
    assert(k == 18 && a == 9);
    b = a-- - --c;
    assert(b == 3 && a == 8 && c == 6);
    unsigned char u = 255;
    int old = u++;
    assert(old == 255 && u == 0);
    unsigned char stored;
    int narrowed = (stored = 300);
    assert(narrowed == 44);
    return 0;
}
