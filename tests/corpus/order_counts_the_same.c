// verdict: safe
// must-decide: auto, se, ufo
// covers: two calls that count in one variable: either order gives the same sum
void assert(int);
static int calls;
static int twice(int x) {
    calls++;
    return 2 * x;
}
int main(void) {
    int sum = twice(3) + twice(4);
    assert(sum == 14 && calls == 2);
    return 0;
}
