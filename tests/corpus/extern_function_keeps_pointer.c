// verdict: unsafe
// inputs: 0,0,0
// must-decide: auto, se, ufo
// covers: what a function was given once, another may write later
void assert(int);
void enroll(int *slot);
void tick(void);
int main(void) {
    int slot = 0;
    enroll(&slot);
    slot = 4;
    tick();
    assert(slot == 4);
    return 0;
}
