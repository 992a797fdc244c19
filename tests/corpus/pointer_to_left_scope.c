// verdict: unsafe
// must-decide: auto, ufo
// se: unsafe
// covers: a local whose scope was left keeps its last value
void assert(int);
int main(void) {
    int *p = 0;
    {
        int x = 7;
        p = &x;
    }
    assert(*p != 7);
    return 0;
}
