// verdict: unsafe
// must-decide: auto
// inputs: 0
// gps: unsafe
// covers: an error behind a hundred million rounds of nested loops with a call, which tests and the replay cross in one step
void assert(int);
static unsigned next(unsigned z) { return z + 3; }
int main(void) {
    unsigned x = 0, y;
    while (x < 300000000) {
        for (y = 0; y < 7; y++) ;
        x = next(x);
    }
    assert(x % 2 || y != 7);
    return 0;
}
