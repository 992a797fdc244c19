// verdict: safe
// must-decide: auto, ufo
// se: safe
// covers: an execution ends where a local is read whose scope was left
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
