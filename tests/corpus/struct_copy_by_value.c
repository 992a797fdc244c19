// verdict: safe
// must-decide: auto, ufo
// se: safe
// covers: structures copied, nested, passed and returned by value
void assert(int);
int __VERIFIER_nondet_int(void);
struct point { int x, y; };
struct line { struct point from, to; };
struct point moved(struct point p, int by) {
    p.x += by;
    p.y -= by;
    return p;
}
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 1000) return 0;
    struct line l = { { 1, 2 }, { 3, n } };
    struct line copy = l;
    copy.to = moved(copy.to, 2);
    assert(copy.to.x == 5 && copy.to.y == n - 2);
    assert(l.to.x == 3 && l.to.y == n);
    assert(copy.from.x == 1 && copy.from.y == 2);
    return 0;
}
