// verdict: unsafe
// inputs: 255,262144,0,0,2
// options: --entry update
// must-decide: auto, se
// covers: two arguments of the entry function may point to one object
void assert(int);
void update(int *a, int *b) {
    if (!a || !b) return;
    *a = 1;
    *b = 2;
    assert(*a == 1);
}
