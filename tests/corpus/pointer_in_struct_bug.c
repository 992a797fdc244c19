// verdict: unsafe
// must-decide: auto, ufo
// se: unsafe
// covers: an object changed through a pointer inside a structure
void assert(int);
struct box { int *where; int by; };
static void bump(struct box *b) { *b->where += b->by; }
int main(void) {
    int x = 1;
    struct box b = { &x, 4 };
    bump(&b);
    assert(x == 1);
    return 0;
}
