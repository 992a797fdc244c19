// verdict: safe
// must-decide: auto, ufo
// se: safe
// covers: globals and statics start at zero or at their initial value; tentative definitions
void assert(int);
int g;
int g;
static unsigned long h = 3 * 4 + 2;
extern int later;
_Bool flag = 7;
static int counter(void) {
    static int n = 10;
    static int zero;
    assert(zero == 0);
    return n++;
}
int main(void) {
    assert(g == 0 && h == 14 && later == -5 && flag == 1);
    assert(counter() == 10);
    assert(counter() == 11);
    return 0;
}
int later = -5;
