// verdict: unknown
// covers: the name of a nested function, which is not supported, is no error
int apply(int (*f)(int), int x) { return f(x); }
void assert(int);
int main(void) {
    int k = 2;
    int add(int x) { return x + k; }
    int (*p)(int) = add;
    assert(apply(add, 1) == 3 && p(2) == 4);
    return 0;
}
