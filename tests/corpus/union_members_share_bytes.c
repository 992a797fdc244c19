// verdict: safe
// must-decide: auto, ufo
// se: safe
// covers: the members of a union share their bytes, least significant first
void assert(int);
union word { unsigned whole; unsigned char byte[4]; struct { unsigned short low, high; } half; };
int main(void) {
    union word w = { .whole = 0x01020304u };
    assert(w.byte[0] == 4 && w.byte[3] == 1);
    assert(w.half.low == 0x0304 && w.half.high == 0x0102);
    w.byte[1] = 9;
    assert(w.whole == 0x01020904u);
    w.half.high = 0xffff;
    assert(w.byte[3] == 255 && w.byte[0] == 4);
    return 0;
}
