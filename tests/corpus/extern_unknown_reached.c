// verdict: unknown
// options: --extern unknown
// covers: with --extern unknown nothing is assumed of a function without a body that is called
void assert(int);
int other(void);
int main(void) {
    int x = other();
    assert(x == x);
    return x;
}
