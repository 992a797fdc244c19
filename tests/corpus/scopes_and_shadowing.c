// verdict: safe
// must-decide: auto, ufo
// se: safe
// covers: inner declarations hide outer ones; for has its own scope; typedef names can be hidden
void assert(int);
typedef int number;
int x = 1;
int main(void) {
    assert(x == 1);
    int x = 2;
    {
        int x = 3;
        for (int x = 4; x < 5; x++) assert(x == 4);
        assert(x == 3);
        { extern int x; assert(x == 1); }
    }
    assert(x == 2);
    number number = 7;
    assert(number == 7);
    int y = 5, z = y + 1;
    assert(z == 6);
    return 0;
}
