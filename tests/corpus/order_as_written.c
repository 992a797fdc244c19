// verdict: safe
// must-decide: auto
// options: --order written
// covers: operands in the order of the source
void assert(int);
static int counter;
static int next(void) { return ++counter; }
static int three(int a, int b, int c) { return 100 * a + 10 * b + c; }
int main(void) {
    assert(three(next(), next(), next()) == 123);
    return 0;
}
