// verdict: safe
// must-decide: auto, ufo
// se: safe
// data-model: ILP32
// covers: a parameter whose address is taken; structures by pointer under ILP32
void assert(int);
struct s { char c; long l; char *p; };
static void increase(int *p) { ++*p; }
static int twice(int n) {
    increase(&n);
    increase(&n);
    return n;
}
int main(void) {
    struct s s = { 'x', 5, 0 }, *q = &s;
    q->p = &q->c;
    *q->p = 'y';
    assert(s.c == 'y' && sizeof s == 12 && q->l == 5);
    assert(twice(3) == 5 && twice(4) == 6);
    return 0;
}
