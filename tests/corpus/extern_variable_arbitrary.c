// verdict: unsafe
// must-decide: auto, ufo
// se: unsafe
// inputs: 9
// covers: a variable that another file defines is arbitrary
void assert(int);
extern int configured;
int main(void) {
    assert(configured != 9);
    return 0;
}
