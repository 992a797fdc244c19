// verdict: safe
// must-decide: auto, ufo
// se: safe
// covers: bit-fields of one bit that share their bits with other members of a union
void assert(int);
union u { int whole; signed bit : 1; unsigned low : 1; unsigned four : 4; };
int main(void) {
    union u u = { -10 };
    assert(u.bit == 0 && u.low == 0 && u.four == 6);
    u.low = 1;
    assert(u.whole == -9 && u.bit == -1);
    u.four = 3;
    assert(u.whole == -13);
    return 0;
}
