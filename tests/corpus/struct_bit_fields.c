// verdict: safe
// must-decide: auto, ufo
// se: safe
// covers: bit-fields wrap to their width, signed and unsigned; the value of an assignment is the one stored
void assert(int);
struct flags { unsigned low : 3; int middle : 4; _Bool yes : 1; unsigned : 0; unsigned high : 5; };
int main(void) {
    struct flags f = { 0 };
    f.low = 9;
    assert(f.low == 1);
    assert((f.middle = 9) == -7);
    f.yes = 4;
    assert(f.yes == 1);
    f.high = 31;
    f.high++;
    assert(f.high == 0);
    f.high--;
    assert(f.high == 31 && f.low == 1 && f.middle == -7);
    return 0;
}
