// verdict: unsafe
// inputs: 1
// must-decide: auto, se, ufo
// covers: the old value may be read before or after the right side is evaluated
void assert(int);
static int total = 1;
static int reset(void) {
    total = 0;
    return 5;
}
int main(void) {
    total += reset();
    assert(total == 5);
    return 0;
}
