// verdict: safe
// se: safe
// covers: operands and arguments are evaluated from left to right, where C leaves the order open
void assert(int);
int trail;
int mark(int digit) {
    trail = 10 * trail + digit;
    return digit;
}
int pair(int a, int b) { return 10 * a + b; }
int main(void) {
    int sum = mark(1) + mark(2) * mark(3);
    assert(trail == 123 && sum == 7);
    trail = 0;
    int both = pair(mark(4), mark(5));
    assert(trail == 45 && both == 45);
    return 0;
}
