// verdict: unsafe
// must-decide: auto, ufo
// se: unsafe
// inputs: 42
// covers: a function without a body returns anything
void assert(int);
int sensor(int channel);
int main(void) {
    int v = sensor(3);
    assert(v != 42);
    return 0;
}
