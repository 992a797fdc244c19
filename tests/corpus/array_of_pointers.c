// verdict: safe
// must-decide: auto, ufo
// se: safe
// options: --volatile memory --check assert
// covers: arrays of pointers into other arrays; an address of an element that nothing else takes
void assert(int);
int g, h;
int *a[4] = { &g, &h };
int **volatile b = &a[3];
int main(void) {
    *b = &h;
    **b = 5;
    assert(h == 5 && g == 0 && a[3] == &h);
    *a[0] = 7;
    assert(g == 7);
    return 0;
}
