// verdict: safe
// must-decide: auto, ufo
// bself: safe
// covers: two loops one after the other, the second needs what the first ensures
void assert(int);
int main(void) {
    int n = 1000000;
    int x = 0, i = 0;
    while (i < n) i++;
    while (x < n) x++;
    assert(x == i);
    return 0;
}
