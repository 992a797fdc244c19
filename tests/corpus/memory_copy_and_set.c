// verdict: safe
// must-decide: auto, ufo
// se: safe
// covers: memcpy, memmove and memset of whole objects and elements; overlapping moves
void assert(int);
void *memcpy(void *, const void *, unsigned long);
void *memmove(void *, const void *, unsigned long);
void *memset(void *, int, unsigned long);
struct s { int a; char b; short c[2]; };
int main(void) {
    struct s x = { 1, 2, { 3, 4 } }, y;
    memcpy(&y, &x, sizeof y);
    assert(y.a == 1 && y.b == 2 && y.c[0] == 3 && y.c[1] == 4);
    memset(&x, 0, sizeof x);
    assert(x.a == 0 && x.b == 0 && x.c[1] == 0 && y.a == 1);
    int v[5] = { 1, 2, 3, 4, 5 };
    int *r = memmove(v + 1, v, 4 * sizeof(int));
    assert(v[0] == 1 && v[1] == 1 && v[2] == 2 && v[4] == 4 && r == &v[1]);
    memset(v, -1, sizeof v);
    assert(v[0] == -1 && v[4] == -1);
    char text[4];
    memset(text, 'x', sizeof text);
    assert(text[0] == 'x' && text[3] == 'x');
    return 0;
}
