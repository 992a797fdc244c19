// verdict: safe
// must-decide: auto, ufo
// se: safe
// covers: calls through function pointers, tables of them, and as parameters
void assert(int);
int __VERIFIER_nondet_int(void);
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int apply(int (*f)(int, int), int a, int b) { return f(a, b); }
int (*const table[2])(int, int) = { add, sub };
int main(void) {
    int i = __VERIFIER_nondet_int() != 0;
    int r = table[i](7, 3);
    assert(r == (i ? 4 : 10));
    assert(apply(i ? add : sub, 1, 1) == 2 * i);
    int (*g)(int, int) = &add;
    assert((*g)(2, 2) == 4 && g == add && g != sub);
    return 0;
}
