// verdict: unsafe
// inputs: 1
// must-decide: auto, se, ufo
// covers: a compound assignment reads a volatile object, too
void assert(int);
static volatile int ticks;
int main(void) {
    ticks = 0;
    int now = (ticks += 2);
    assert(now == 2);
    return 0;
}
