// verdict: safe
// must-decide: auto, ufo
// options: --extern unknown
// se: safe
// covers: with --extern unknown a function without a body does no harm where it cannot be called
void assert(int);
int other(void);
int main(void) {
    int x = 3;
    if (x > 3) x = other();
    assert(x == 3);
    return 0;
}
