// verdict: safe
// se: safe
// covers: static locals keep their value, also arrays; a ring buffer
void assert(int);
static int push(int v) {
    static int ring[4];
    static unsigned at;
    int old = ring[at % 4];
    ring[at++ % 4] = v;
    return old;
}
int main(void) {
    for (int i = 1; i <= 4; i++) assert(push(i) == 0);
    assert(push(5) == 1);
    assert(push(6) == 2);
    return 0;
}
