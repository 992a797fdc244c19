// verdict: unsafe
// must-decide: auto, ufo
// se: unsafe
// inputs: 5
// covers: a local without initial value is arbitrary
void assert(int);
int main(void) {
    int x;
    assert(x != 5);
    return 0;
}
