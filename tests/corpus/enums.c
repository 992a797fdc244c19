// verdict: safe
// must-decide: auto, ufo
// se: safe
// covers: enumerations, their values, types and use in switches
void assert(int);
int __VERIFIER_nondet_int(void);
enum color { RED, GREEN = 5, BLUE, LAST = BLUE + 10 };
enum { BIG = 1 << 20, NEGATIVE = -3 };
typedef enum color color_t;
int main(void) {
    enum color c = GREEN;
    assert(RED == 0 && BLUE == 6 && LAST == 16);
    assert(BIG == 1048576 && NEGATIVE < 0);
    assert(sizeof(enum color) == 4 && sizeof RED == 4);
    color_t d = (color_t)__VERIFIER_nondet_int();
    switch (d) {
    case RED: c = BLUE; break;
    case GREEN: c = RED; break;
    default: break;
    }
    assert(c == BLUE || c == RED || c == GREEN);
    enum color e = -1;
    assert(e > 0);
    return 0;
}
