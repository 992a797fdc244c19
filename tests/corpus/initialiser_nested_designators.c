// verdict: safe
// must-decide: auto, ufo
// se: safe
// covers: items behind a nested designator go on inside the part it names; braces left out
void assert(int);
struct in { int a[3]; int b; };
struct out { struct in x, y; int z; };
struct out o = { .x.a[1] = 1, 2, 3, .y = { 4 }, .z = 9, .y.b = 5 };
int m[2][2] = { 1, 2, 3 };
struct in n[] = { [1].a[2] = 6, 7, { .b = 8 } };
int main(void) {
    assert(o.x.a[0] == 0 && o.x.a[1] == 1 && o.x.a[2] == 2 && o.x.b == 3);
    assert(o.y.a[0] == 4 && o.y.b == 5 && o.z == 9);
    assert(m[0][1] == 2 && m[1][0] == 3 && m[1][1] == 0);
    assert(sizeof n / sizeof n[0] == 3 && n[1].a[2] == 6 && n[1].b == 7 && n[2].b == 8 && n[0].b == 0);
    return 0;
}
