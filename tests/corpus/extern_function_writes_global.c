// verdict: unsafe
// inputs: 0
// must-decide: auto, se, ufo
// covers: a function of another file may write globals that are not static
void assert(int);
void step(void);
int phase;
int main(void) {
    phase = 1;
    step();
    assert(phase == 1);
    return 0;
}
