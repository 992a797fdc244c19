// verdict: unsafe
// must-decide: auto, ufo
// se: unsafe
// inputs: 0,0
// covers: what a function without a body is given a pointer to becomes arbitrary
void assert(int);
void unknown(int *);
int main(void) {
    int x = 1, y = 2;
    unknown(&x);
    assert(y == 2);
    assert(x == 1);
    return 0;
}
