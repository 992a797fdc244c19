// verdict: unsafe
// inputs: 0,0,0
// must-decide: se, gps, ufo, auto
// covers: operands may be evaluated in either order, where C leaves it open and calls write what others read
void assert(int);
int trail;
int mark(int digit) {
    trail = 10 * trail + digit;
    return digit;
}
int pair(int a, int b) { return 10 * a + b; }
int main(void) {
    int sum = mark(1) + mark(2) * mark(3);
    assert(sum == 7);
    trail = 0;
    int both = pair(mark(4), mark(5));
    assert(both == 45);
    assert(trail == 45);
    return 0;
}
