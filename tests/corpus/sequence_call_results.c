// verdict: safe
// must-decide: auto, ufo
// se: safe
// covers: calls inside expressions see the effects of earlier ones
void assert(int);
static int n;
static int next(void) { return ++n; }
static int twice(int x) { n += 100; return 2 * x; }
int main(void) {
    int a = next();
    int b = a * 10 + twice(a) + 3;
    assert(b == 15);
    assert(n == 101);
    int c = twice(next());
    assert(c == 204 && n == 202);
    return 0;
}
