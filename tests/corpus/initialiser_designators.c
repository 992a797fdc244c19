// verdict: safe
// must-decide: auto, ufo
// se: safe
// covers: initialisers with designators, ranges, overriding, missing parts and strings
void assert(int);
struct s { int a[3]; struct { char c; short h; } in; };
int table[6] = { 1, [3] = 4, 5, [0] = 9 };
struct s global = { .in.h = 7, .a[1] = 2, 3 };
char text[] = "ab";
char longer[5] = "xy";
int main(void) {
    assert(table[0] == 9 && table[1] == 0 && table[3] == 4 && table[4] == 5 && table[5] == 0);
    assert(global.a[0] == 0 && global.a[1] == 2 && global.a[2] == 3 && global.in.c == 0 && global.in.h == 7);
    assert(sizeof text == 3 && text[0] == 'a' && text[2] == 0);
    assert(longer[1] == 'y' && longer[2] == 0 && longer[4] == 0);
    int local[4] = { [1 ... 2] = 6 };
    assert(local[0] == 0 && local[1] == 6 && local[2] == 6 && local[3] == 0);
    return 0;
}
