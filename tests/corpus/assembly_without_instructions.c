// verdict: safe
// must-decide: auto
// options: --check undefined
// se: safe
// covers: an empty assembly is a barrier for the compiler: what it is given stays as it is
void assert(int);
int main(void) {
    int x = 3, y, numbers[2] = {1, 2};
    int *p = &x, *q = numbers, *r;
    __asm__ volatile("" : "+r"(p) : : "memory");
    assert(*p == 3);
    __asm__ volatile("" : : "r"(*q++));
    assert(q == numbers + 1);
    __asm__("" : "=r"(y) : "0"(x + 1));
    assert(y == 4);
    __asm__("" : "=r"(r) : "0"(p));
    assert(r == &x);
    __builtin_prefetch(p + 100);
    return 0;
}
