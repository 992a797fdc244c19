// verdict: safe
// must-decide: auto, ufo
// se: safe
// covers: the comma operator evaluates from left to right
void assert(int);
int main(void) {
    int i, j;
    for (i = 0, j = 10; i < j; i++, j--) ;
    assert(i == 5 && j == 5);
    int x = (i = 3, j = i + 1, i * j);
    assert(x == 12);
    return 0;
}
