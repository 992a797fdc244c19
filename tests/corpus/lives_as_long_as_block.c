// verdict: safe
// must-decide: auto
// options: --check undefined
// se: safe
// covers: an object whose declaration, or compound literal, is passed again within its block is the same object
void assert(int);
static int again(void) {
    int *before = 0;
back:;
    if (before) {
        assert(*before == 5);
        return *before;
    }
    int x = 5;
    before = &x;
    goto back;
}
int main(void) {
    int *first = 0, *second;
    again();
repeat:
    second = first;
    first = &(int){7};
    if (!second) goto repeat;
    assert(first == second && *second == 7);
    int *last = 0;
    for (int i = 0; i < 3; last = &(int){i}, i++) {
        assert(!last || *last == i - 1);
    }
    return 0;
}
