// verdict: safe
// must-decide: auto, ufo
// se: safe
// covers: the right operands of && and || are evaluated only if needed
void assert(int);
int calls;
int yes(void) { calls++; return 1; }
int no(void) { calls++; return 0; }
int main(void) {
    int d = 0;
    assert(!(d != 0 && 10 / d > 1));
    assert(!(no() && yes()));
    assert(calls == 1);
    assert(yes() || no());
    assert(calls == 2);
    int r = yes() && yes() || no();
    assert(r == 1 && calls == 4);
    r = 0 && calls++;
    assert(r == 0 && calls == 4);
    return 0;
}
