// verdict: safe
// must-decide: auto, ufo
// se: safe
// covers: switch with fall-through, default in the middle, ranges, nested blocks
void assert(int);
int __VERIFIER_nondet_int(void);
int classify(int x) {
    int r = 0;
    switch (x) {
    case 1:
        r += 1;
    case 2:
        r += 2;
        break;
    default:
        r += 100;
    case 10 ... 20:
        r += 10;
        break;
    case -1: {
        r = -1;
        break;
    }
    }
    return r;
}
int main(void) {
    assert(classify(1) == 3);
    assert(classify(2) == 2);
    assert(classify(3) == 110);
    assert(classify(10) == 10 && classify(20) == 10 && classify(15) == 10);
    assert(classify(21) == 110);
    assert(classify(-1) == -1);
    int x = __VERIFIER_nondet_int();
    int r = classify(x);
    assert(r == 3 || r == 2 || r == 110 || r == 10 || r == -1);
    return 0;
}
